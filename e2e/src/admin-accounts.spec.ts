import { type Browser, expect, type Page } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, signInAsAdmin } from "./admins.ts"
import { test } from "./fixtures.ts"
import { PASSWORD, register, usernameOf } from "./members.ts"

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })
const account = (page: Page) => page.locator(".admin-unfolded .admin-me strong")
const form = (page: Page) => page.getByRole("dialog", { name: "Add team member" })
const bio = (page: Page) => form(page).getByRole("textbox", { name: "Bio" })
const openForm = (page: Page) => page.getByRole("button", { name: "Add team member" }).click()
const focus = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")))
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("admin-draft:")))

test.beforeEach(async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
})

test.afterEach(async ({ sql, user }) => {
  await sql`update users set is_admin = false, role = 'student' where email = ${user.email}`
})

/** Shows the form of a new team member with a typed text, and records the questions before the page closes. */
async function type(page: Page): Promise<string[]> {
  await page.goto("/admin/team")
  await expect(account(page)).toHaveText("Guerda Louis")
  await openForm(page)
  await bio(page).fill("Begun")
  await expect.poll(() => drafts(page)).toHaveLength(1)
  const questions: string[] = []
  page.on("dialog", async (dialog) => {
    questions.push(dialog.type())
    await dialog.dismiss()
  })
  return questions
}

/** Signs out elsewhere. The server then closes the page's socket, after which the page would ask by itself who is signed in. */
async function typeAndSignOut(page: Page, baseURL: string | undefined): Promise<void> {
  await page.routeWebSocket(/\/ws$/, () => undefined)
  await type(page)
  await page.request.post("/api/admin/logout", { headers: { origin: baseURL ?? "" } })
}

interface Colleague {
  readonly page: Page
  readonly browser: Browser
  readonly user: { readonly email: string }
  readonly baseURL: string | undefined
}

/** Makes the user an administrator, and returns what signs that one in on the page's device. */
async function addColleague({ page, browser, user, baseURL }: Colleague): Promise<() => Promise<void>> {
  const headers = { origin: baseURL ?? "" }
  const other = await browser.newPage({ baseURL: baseURL ?? "" })
  await register(other, user, baseURL)
  const { id: userId } = await (await other.request.get("/api/auth/user")).json()
  await other.close()
  const data = { userId, role: "admin", approved: "true" }
  expect((await page.request.post("/api/admin/users/role", { data, headers })).ok()).toBe(true)
  return async () => {
    const login = await page.request.post("/api/admin/login", {
      data: { username: usernameOf(user), password: PASSWORD },
      headers,
    })
    expect(login.status()).toBe(200)
  }
}

test("an open page is another administrator's once that one has signed in, and forgets what was typed", async ({
  page,
  browser,
  user,
  baseURL,
}) => {
  const signInColleague = await addColleague({ page, browser, user, baseURL })
  const questions = await type(page)
  await signInColleague()
  await focus(page)
  await expect(account(page)).toHaveText("Widline Jean")
  await expect(page).toHaveURL(/\/admin\/team$/)
  await expect(page.getByText("Guerda Louis")).toHaveCount(0)
  await expect(form(page)).toBeHidden()
  expect(await drafts(page)).toEqual([])
  await openForm(page)
  await expect(bio(page)).toHaveValue("")
  expect(questions).toEqual([])
})

test("an open page that learns of another administrator by itself shows nothing of the former one's form", async ({
  page,
  browser,
  user,
  baseURL,
}) => {
  const signInColleague = await addColleague({ page, browser, user, baseURL })
  await page.clock.install()
  await type(page)
  await signInColleague()
  await page.clock.fastForward("05:01")
  await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown")))
  await page.clock.runFor("00:06")
  await expect(account(page)).toHaveText("Widline Jean")
  await expect(form(page)).toHaveCount(0)
  expect(await drafts(page)).toEqual([])
})

test("an open page shows the sign-in and nothing else once a member has signed in", async ({ page, user, baseURL }) => {
  const questions = await type(page)
  await register(page, user, baseURL)
  await focus(page)
  await expect(heading(page, "Administrator Login")).toBeVisible()
  await expect(page.getByText("Guerda Louis")).toHaveCount(0)
  await expect(page.getByRole("navigation")).toHaveCount(0)
  await expect(form(page)).toHaveCount(0)
  expect(await drafts(page)).toEqual([])
  expect(questions).toEqual([])
})

test("after a sign-out elsewhere an open page asks to sign in, and the same administrator finds what was typed", async ({
  page,
  baseURL,
}) => {
  await typeAndSignOut(page, baseURL)
  const refusal = page.waitForResponse((response) => response.status() === 401)
  await focus(page)
  expect(new URL((await refusal).url()).pathname).toBe("/api/admin/session")
  await expect(heading(page, "Administrator Login")).toBeVisible()
  await expect(page.getByText("Guerda Louis")).toHaveCount(0)
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(account(page)).toHaveText("Guerda Louis")
  await page.getByRole("dialog", { name: "Login Successful" }).getByRole("button").click()
  await openForm(page)
  await expect(bio(page)).toHaveValue("Begun")
})

test("an open page stays as it is when the same administrator has signed out and in again", async ({
  page,
  baseURL,
}) => {
  await typeAndSignOut(page, baseURL)
  await signInAsAdmin(page, baseURL)
  const check = page.waitForResponse("**/api/auth/user")
  await focus(page)
  expect((await check).status()).toBe(200)
  await expect(bio(page)).toHaveValue("Begun")
  await expect(account(page)).toHaveText("Guerda Louis")
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(bio(page)).toBeFocused()
  expect(await drafts(page)).toHaveLength(1)
})

test("without a connection an open page stays, until there is one again", async ({ page, browser, user, baseURL }) => {
  const signInColleague = await addColleague({ page, browser, user, baseURL })
  await type(page)
  await signInColleague()
  await page.context().setOffline(true)
  const failure = page.waitForEvent("requestfailed")
  await focus(page)
  await failure
  await expect(bio(page)).toHaveValue("Begun")
  expect(await drafts(page)).toHaveLength(1)
  await page.context().setOffline(false)
  await expect(async () => {
    await focus(page)
    await expect(account(page)).toHaveText("Widline Jean", { timeout: 1000 })
  }).toPass()
})
