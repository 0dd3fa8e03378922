import { expect, type Locator, type Page } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { newDataDir, removeDataDir, startProduct } from "./product.ts"
import { toast } from "./toast.ts"

const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name })

/** Answers one call, whatever the server would. */
async function answering(page: Page, call: string, status: number, body: unknown): Promise<void> {
  await page.route(`**/api/admin/${call}`, (route) => route.fulfill({ status, body: JSON.stringify(body) }))
}

async function says(page: Page, title: string, message: string): Promise<void> {
  await expect(toast(page)).toContainText(title)
  await expect(toast(page)).toContainText(message)
}

const REFUSED = { code: "request.invalid", message: "The server's own words." }

test("§5 setup: what is missing is said, the first administrator is made, and finds the office", async ({ page }) => {
  const dataDir = newDataDir()
  const product = await startProduct(dataDir)
  await page.goto(`${product.url}/admin`)
  await expect(page.getByRole("heading", { name: "Administrator Setup" })).toBeVisible()
  expect(await axe(page)).toEqual([])
  const submit = page.getByRole("button", { name: "Create Admin Account" })
  const fields = [
    ["Username", "Username Required", "Please enter a username", ADMIN.username],
    ["Email Address", "Email Required", "Please enter an email address", ADMIN.email],
    ["First Name", "First Name Required", "Please enter a first name", ADMIN.firstName],
    ["Last Name", "Last Name Required", "Please enter a last name", ADMIN.lastName],
  ] as const
  for (const [label, title, message, value] of fields) {
    await page.getByLabel(label).fill("  ")
    await submit.click()
    await says(page, title, message)
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true")
    await page.getByLabel(label).fill(value)
  }
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("1234567")
  await submit.click()
  await says(page, "Password Too Short", "Password must be at least 8 characters long")
  await password.fill(ADMIN_PASSWORD)
  await page.getByLabel("Confirm Password").fill("another")
  await submit.click()
  await says(page, "Passwords Don't Match", "Password and confirmation must match")
  await page.getByLabel("Confirm Password").fill(ADMIN_PASSWORD)
  await page.route("**/api/admin/setup", (route) => route.abort())
  await submit.click()
  await says(page, "Setup Failed", "Failed to create admin account")
  await page.unroute("**/api/admin/setup")
  await submit.click()
  await says(page, "Admin Account Created", "Welcome to the office.")
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible()
  await product.stop()
  removeDataDir(dataDir)
})

test.describe("with an administrator", () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await signInAsAdmin(page, baseURL)
    await page.context().clearCookies()
    await page.goto("/admin")
  })

  const signIn = (page: Page) => page.getByRole("button", { name: "Sign In" })

  test("§5, §8 login: complaints, refusals, success for three seconds; a reload keeps it; signing out ends it", async ({
    page,
  }) => {
    await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await signIn(page).click()
    await says(page, "Username Required", "Please enter your username")
    await page.getByLabel("Username").fill(` ${ADMIN.username} `)
    await signIn(page).click()
    await says(page, "Password Required", "Please enter your password")
    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await signIn(page).click()
    await says(page, "Login Failed", "Invalid username or password")
    await answering(page, "login", 503, REFUSED)
    await signIn(page).click()
    await says(page, "Login Failed", "The server's own words.")
    await page.unroute("**/api/admin/login")
    await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
    await signIn(page).click()
    await expect(dialog(page, "Login Successful")).toBeVisible()
    await expect(dialog(page, "Login Successful")).toContainText("Welcome back, Guerda.")
    await expect(dialog(page, "Login Successful")).toBeHidden()
    await page.reload()
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible()
    await page.getByRole("button", { name: "Sign Out" }).click()
    await says(page, "Logged Out", "You are signed out of the office.")
    await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
    expect((await page.request.get("/api/admin/session")).status()).toBe(401)
  })

  test("§5, §8 forgot: an empty field, a failure, the letter, and its link that sets another password", async ({
    page,
    emails,
  }) => {
    await page.getByRole("button", { name: "Forgot password?" }).click()
    await expect(page.getByRole("heading", { name: "Forgot Password" })).toBeFocused()
    expect(await axe(page)).toEqual([])
    const send = page.getByRole("button", { name: "Send Reset Instructions" })
    await send.click()
    await says(page, "Username or Email Required", "Please enter your username or email")
    await page.getByLabel("Username or Email").fill(ADMIN.username)
    await page.route("**/api/admin/password/forgot", (route) => route.abort())
    await send.click()
    await says(page, "Reset Failed", "Failed to send reset instructions")
    await page.unroute("**/api/admin/password/forgot")
    await send.click()
    await says(page, "Reset Instructions Sent", "a letter is on its way")
    const link = () =>
      emails()
        .flatMap(({ text }) => /\/admin(#user=\S+)/.exec(text.replaceAll("=\n", ""))?.[1] ?? [])
        .at(-1)
    await expect.poll(link).toBeTruthy()
    await page.goto("about:blank")
    await page.goto(`/admin${link()}`)
    await expect(page.getByRole("heading", { name: "Reset Password" })).toBeVisible()
    expect(page.url()).not.toContain("token")
    expect(await axe(page)).toEqual([])
    await setPassword(page, "", "")
    await says(page, "Password Required", "Please enter your new password")
    await setPassword(page, "1234567", "1234567")
    await says(page, "Password Too Short", "Password must be at least 8 characters long")
    await setPassword(page, ADMIN_PASSWORD, "another")
    await says(page, "Passwords Don't Match", "New password and confirmation must match")
    await page.route("**/api/admin/password/reset", (route) => route.abort())
    await setPassword(page, ADMIN_PASSWORD, ADMIN_PASSWORD)
    await says(page, "Reset Failed", "Failed to reset password")
    await page.unroute("**/api/admin/password/reset")
    await setPassword(page, ADMIN_PASSWORD, ADMIN_PASSWORD)
    await says(page, "Password Reset", "Please sign in with your new password.")
    await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeFocused()
  })

  test("§4 an answer that holds what the letter would leads straight to the reset form", async ({ page }) => {
    await answering(page, "password/forgot", 202, {
      resetToken: "secret",
      userId: "0190a000-0000-7000-8000-000000000001",
    })
    await page.getByRole("button", { name: "Forgot password?" }).click()
    await page.getByLabel("Username or Email").fill(ADMIN.username)
    await page.getByRole("button", { name: "Send Reset Instructions" }).click()
    await expect(page.getByRole("heading", { name: "Reset Password" })).toBeFocused()
  })
})

async function setPassword(page: Page, password: string, again: string): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm Password").fill(again)
  await page.getByRole("button", { name: "Reset Password" }).click()
}

test("§5, §8 change password: the button waits for three fields; success stays five seconds", async ({
  page,
  baseURL,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await page.getByRole("button", { name: "Change Password" }).click()
  const box = dialog(page, "Change Password")
  const submit = box.getByRole("button", { name: "Change Password" })
  const fill = async (current: string, password: string, again: string) => {
    await box.getByLabel("Current Password").fill(current)
    await box.getByLabel("New Password", { exact: true }).fill(password)
    await box.getByLabel("Confirm Password").fill(again)
  }
  await expect(submit).toBeDisabled()
  await fill(ADMIN_PASSWORD, "1234567", "")
  await expect(submit).toBeDisabled()
  await fill(ADMIN_PASSWORD, "1234567", "1234567")
  await submit.click()
  await says(page, "Password Too Short", "Password must be at least 8 characters long")
  await fill(ADMIN_PASSWORD, ADMIN_PASSWORD, "something else")
  await submit.click()
  await says(page, "Passwords Don't Match", "New password and confirmation must match")
  await fill("wrong", ADMIN_PASSWORD, ADMIN_PASSWORD)
  await page.route("**/api/admin/change-password", (route) => route.abort())
  await submit.click()
  await says(page, "Change Failed", "Failed to change password")
  await page.unroute("**/api/admin/change-password")
  await submit.click()
  await expect(toast(page)).toContainText("Change Failed")
  await expect(box.getByLabel("Current Password")).toHaveAttribute("aria-invalid", "true")
  await fill(ADMIN_PASSWORD, ADMIN_PASSWORD, ADMIN_PASSWORD)
  await submit.click()
  await expect(dialog(page, "Password Changed")).toBeVisible()
  await expect(dialog(page, "Password Changed")).toBeHidden()
})

test("§3 a logout that fails is one all the same", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await page.route("**/api/admin/logout", (route) => route.abort())
  await page.getByRole("button", { name: "Sign Out" }).click()
  await says(page, "Logged Out", "You are signed out of the office.")
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
})

test("D3 who does nothing is asked after 28 minutes, may stay, and is signed out after thirty", async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible()
  const question = page.getByRole("alertdialog", { name: "Are you still there?" })
  await page.clock.runFor("28:10")
  await expect(question).toBeVisible()
  await page.clock.runFor("00:10")
  await question.getByRole("button", { name: "Stay signed in" }).click()
  await expect(question).toBeHidden()
  await page.clock.runFor("27:00")
  await expect(question).toBeHidden()
  await page.clock.runFor("03:10")
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
})

test("a session that ended elsewhere shows at the next call, and the door stands closed", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible()
  await page.context().clearCookies()
  // The office may have asked for something by itself already, and the link be gone.
  await page.evaluate(() => document.querySelector<HTMLElement>("a[href='/admin/users']")?.click())
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
})

test("without script the office says what it needs, in four languages", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" })
  const page = await context.newPage()
  for (const [path, words] of [
    ["/admin", "The office needs JavaScript"],
    ["/fr/admin", "Le bureau a besoin de JavaScript"],
    ["/ht/admin", "Biwo a bezwen JavaScript"],
    ["/es/admin", "La oficina necesita JavaScript"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
  }
  await context.close()
})
