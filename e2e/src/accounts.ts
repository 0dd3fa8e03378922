import { type Browser, expect, type Page } from "@playwright/test"
import type { Sql } from "./db.ts"
import { PASSWORD, register, usernameOf } from "./members.ts"

interface Account {
  readonly id: string
  readonly page: Page
}

/** A member in a context of their own. */
export async function newAccount(
  browser: Browser,
  baseURL: string | undefined,
  sql: Sql,
  firstName: string,
): Promise<Account> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: "en-US" })
  const page = await context.newPage()
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID()}@example.org`
  await register(page, { email, firstName }, baseURL)
  const [user] = await sql<{ id: string }[]>`select id from users where email = ${email}`
  return { id: user?.id ?? "", page }
}

/** An administrator who is not the first one, in a context of their own. */
export async function newAdmin(browser: Browser, baseURL: string | undefined, sql: Sql): Promise<Page> {
  const { id, page } = await newAccount(browser, baseURL, sql, "Esther")
  const [user] = await sql<{ email: string }[]>`
    update users set is_admin = true, role = 'admin' where id = ${id} returning email`
  const data = { username: usernameOf({ email: user?.email ?? "" }), password: PASSWORD }
  const login = await page.request.post("/api/admin/login", { data, headers: { origin: baseURL ?? "" } })
  expect(login.status()).toBe(200)
  return page
}
