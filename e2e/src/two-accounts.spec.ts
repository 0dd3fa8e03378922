import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"

const message = (page: Page) => page.locator("main").getByLabel("Message", { exact: true })
const name = (page: Page) => page.locator("main").getByLabel("Full Name")

test("what a member typed into a form is gone after the sign-out", async ({ page, user, baseURL }) => {
  await register(page, user, baseURL)
  await page.goto("/contact")
  await expect(page.locator("main form [data-hydrated], main [data-hydrated] form").first()).toBeAttached()
  await message(page).fill("Nobody else may read this.")
  await expect.poll(() => page.evaluate(() => sessionStorage["drafts"])).toContain("Nobody else")
  await page.locator("header summary").filter({ hasText: "Widline", visible: true }).click()
  await page.getByRole("button", { name: "Sign Out" }).click()
  await page.waitForURL(`${baseURL}/`)
  await register(page, { ...user, email: `second-${user.email}` }, baseURL)
  await page.goto("/contact")
  await expect(name(page)).toHaveValue("Widline Jean")
  await expect(message(page)).toHaveValue("")
})

test("a page that Back shows from the browser's cache is no longer the former account's", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/contact")
  await expect(name(page)).toHaveValue("Widline Jean")
  const show = () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await page.evaluate(show)
  expect(await page.evaluate("isSame")).toBe(true)
  await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } })
  await page.evaluate(show)
  await expect.poll(() => page.evaluate("globalThis.isSame").catch(() => true)).toBeUndefined()
  await expect(name(page)).toHaveValue("")
})

test("an open dashboard is the new account's once another one has signed in, and nobody's after a sign-out", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/courses")
  const greeting = (name: string) => page.getByRole("heading", { name: `Welcome back, ${name}!` })
  await expect(page.getByRole("link", { name: "Courses" }).and(page.locator("[aria-current]"))).toBeVisible()
  await expect(page.locator("#main .skeleton")).toHaveCount(0)
  await expect(greeting("Widline")).toBeVisible()
  await page.evaluate(() => {
    sessionStorage["drafts"] = "{}"
    dispatchEvent(new Event("focus"))
  })
  await register(page, { firstName: "Marc", email: `second-${user.email}` }, baseURL)
  await expect(greeting("Widline")).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event("focus")))
  await expect(greeting("Marc")).toBeVisible()
  await expect(page).toHaveURL(/\/courses$/)
  expect(await page.evaluate(() => sessionStorage["drafts"])).toBeUndefined()
  await expect(page.locator("#main .skeleton")).toHaveCount(0)
  await page.request.post("/api/auth/logout", { headers: { origin: baseURL ?? "" } })
  await page.evaluate(() => dispatchEvent(new Event("focus")))
  await page.waitForURL(/\/login$/)
  await expect(page.getByText("Marc")).toHaveCount(0)
})

test("an open profile is opened anew when another account has signed in on the device", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  await page.goto("/member-dashboard/profile")
  await expect(page.getByLabel("First Name")).toHaveValue("Widline")
  await page.getByLabel("First Name").fill("Widline Rose")
  await register(page, { firstName: "Marc", email: `second-${user.email}` }, baseURL)
  await page.evaluate(() => dispatchEvent(new Event("focus")))
  await expect(page.getByLabel("First Name")).toHaveValue("Marc")
})
