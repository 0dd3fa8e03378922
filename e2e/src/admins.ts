import { expect, type Page } from "@playwright/test"

/** Of the first administrator, who is made by whichever journey needs one first. */
export const ADMIN = { username: "guerda", email: "guerda@example.org", firstName: "Guerda", lastName: "Louis" }
export const ADMIN_PASSWORD = "mango-88"

/** Makes sure that there is an administrator, and signs the page's browser in as one. */
export async function enterAdmin(page: Page, baseURL: string | undefined): Promise<void> {
  const post = (path: string, data: object) => page.request.post(path, { data, headers: { origin: baseURL ?? "" } })
  const setup = await post("/api/admin/setup", { ...ADMIN, password: ADMIN_PASSWORD })
  if (setup.status() === 201) return
  const login = await post("/api/admin/login", { username: ADMIN.username, password: ADMIN_PASSWORD })
  expect(login.status()).toBe(200)
}

/** Leaves a message to the office. */
export async function write(page: Page, baseURL: string | undefined, message: object): Promise<void> {
  const asked = { email: `eve-${crypto.randomUUID()}@example.org`, ...message }
  const answer = await page.request.post("/api/contact", { data: asked, headers: { origin: baseURL ?? "" } })
  expect(answer.status()).toBe(201)
}

/** A row of the list that is shown, by what stands in it. */
export const row = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name: new RegExp(name) })

/** A conversation in the list of the chat, by the visitor's name. */
export const thread = (page: Page, name: string) =>
  page.getByRole("list", { name: "Chat Messages" }).getByRole("button", { name: new RegExp(name) })

/** What is opened of a list, beside it or over it. */
export const pane = (page: Page) => page.getByRole("complementary")
