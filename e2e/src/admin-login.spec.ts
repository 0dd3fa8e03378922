import { expect, type Locator, type Page } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD, signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { newDataDir, removeDataDir, startProduct } from "./product.ts"
import { expectToast, toast } from "./toast.ts"

const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name })

/** Mocks the response of one call. */
async function mockResponse(page: Page, call: string, status: number, body: unknown): Promise<void> {
  await page.route(`**/api/admin/${call}`, (route) => route.fulfill({ status, body: JSON.stringify(body) }))
}

const REFUSED = { code: "request.invalid", message: "The server's own words." }

test("spec §5: the setup shows what is missing, creates the first administrator and opens the admin area", async ({
  page,
}) => {
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
    await expectToast(page, title, message)
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true")
    await page.getByLabel(label).fill(value)
  }
  const password = page.getByLabel("Password", { exact: true })
  await password.fill("1234567")
  await submit.click()
  await expectToast(page, "Password Too Short", "Password must be at least 8 characters long")
  await password.fill(ADMIN_PASSWORD)
  await page.getByLabel("Confirm Password").fill("another")
  await submit.click()
  await expectToast(page, "Passwords Don't Match", "Password and confirmation must match")
  await page.getByLabel("Confirm Password").fill(ADMIN_PASSWORD)
  await page.route("**/api/admin/setup", (route) => route.abort())
  await submit.click()
  await expectToast(page, "Setup Failed", "Failed to create admin account")
  await page.unroute("**/api/admin/setup")
  await submit.click()
  await expectToast(page, "Admin Account Created", "Welcome to the admin area.")
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
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

  test("spec §5, §8: the login shows errors, success for three seconds, and lasts over a reload until signing out", async ({
    page,
  }) => {
    await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await signIn(page).click()
    await expectToast(page, "Username Required", "Please enter your username")
    await page.getByLabel("Username").fill(` ${ADMIN.username} `)
    await signIn(page).click()
    await expectToast(page, "Password Required", "Please enter your password")
    await page.getByLabel("Password", { exact: true }).fill("wrong")
    await signIn(page).click()
    await expectToast(page, "Login Failed", "Invalid username or password")
    await mockResponse(page, "login", 503, REFUSED)
    await signIn(page).click()
    await expectToast(page, "Login Failed", "The server's own words.")
    await page.unroute("**/api/admin/login")
    await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
    await signIn(page).click()
    await expect(dialog(page, "Login Successful")).toBeVisible()
    await expect(dialog(page, "Login Successful")).toContainText("Welcome back, Guerda.")
    await expect(dialog(page, "Login Successful")).toBeHidden()
    await page.reload()
    await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
    await page.getByRole("button", { name: "Sign Out" }).click()
    await expectToast(page, "Logged Out", "You are signed out of the admin area.")
    await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
    expect((await page.request.get("/api/admin/session")).status()).toBe(401)
  })

  test("spec §5, §8: a forgotten password is reset by the link of an email, with an error for each failure", async ({
    page,
    emails,
  }) => {
    await page.getByRole("button", { name: "Forgot password?" }).click()
    await expect(page.getByRole("heading", { name: "Forgot Password" })).toBeFocused()
    expect(await axe(page)).toEqual([])
    const send = page.getByRole("button", { name: "Send Reset Instructions" })
    await send.click()
    await expectToast(page, "Username or Email Required", "Please enter your username or email")
    await page.getByLabel("Username or Email").fill(ADMIN.username)
    await page.route("**/api/admin/password/forgot", (route) => route.abort())
    await send.click()
    await expectToast(page, "Reset Failed", "Failed to send reset instructions")
    await page.unroute("**/api/admin/password/forgot")
    await send.click()
    await expectToast(page, "Reset Instructions Sent", "an email is on its way")
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
    await expectToast(page, "Password Required", "Please enter your new password")
    await setPassword(page, "1234567", "1234567")
    await expectToast(page, "Password Too Short", "Password must be at least 8 characters long")
    await setPassword(page, ADMIN_PASSWORD, "another")
    await expectToast(page, "Passwords Don't Match", "New password and confirmation must match")
    await page.route("**/api/admin/password/reset", (route) => route.abort())
    await setPassword(page, ADMIN_PASSWORD, ADMIN_PASSWORD)
    await expectToast(page, "Reset Failed", "Failed to reset password")
    await page.unroute("**/api/admin/password/reset")
    await setPassword(page, ADMIN_PASSWORD, ADMIN_PASSWORD)
    await expectToast(page, "Password Reset", "Please sign in with your new password.")
    await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeFocused()
  })

  test("spec §4: a response with the reset token opens the reset form at once", async ({ page }) => {
    await mockResponse(page, "password/forgot", 202, {
      resetToken: "secret",
      userId: "0190a000-0000-7000-8000-000000000001",
    })
    await page.getByRole("button", { name: "Forgot password?" }).click()
    await page.getByLabel("Username or Email").fill(ADMIN.username)
    await page.getByRole("button", { name: "Send Reset Instructions" }).click()
    await expect(page.getByRole("heading", { name: "Reset Password" })).toBeFocused()
  })
})

async function setPassword(page: Page, password: string, confirmation: string): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm Password").fill(confirmation)
  await page.getByRole("button", { name: "Reset Password" }).click()
}

test("spec §5, §8: changing the password needs three fields, and its success is shown for five seconds", async ({
  page,
  baseURL,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await page.getByRole("button", { name: "Change Password" }).click()
  const changeDialog = dialog(page, "Change Password")
  const submit = changeDialog.getByRole("button", { name: "Change Password" })
  const fill = async (current: string, password: string, confirmation: string) => {
    await changeDialog.getByLabel("Current Password").fill(current)
    await changeDialog.getByLabel("New Password", { exact: true }).fill(password)
    await changeDialog.getByLabel("Confirm Password").fill(confirmation)
  }
  await expect(submit).toBeDisabled()
  await fill(ADMIN_PASSWORD, "1234567", "")
  await expect(submit).toBeDisabled()
  await fill(ADMIN_PASSWORD, "1234567", "1234567")
  await submit.click()
  await expectToast(page, "Password Too Short", "Password must be at least 8 characters long")
  await fill(ADMIN_PASSWORD, ADMIN_PASSWORD, "something else")
  await submit.click()
  await expectToast(page, "Passwords Don't Match", "New password and confirmation must match")
  await fill("wrong", ADMIN_PASSWORD, ADMIN_PASSWORD)
  await page.route("**/api/admin/change-password", (route) => route.abort())
  await submit.click()
  await expectToast(page, "Change Failed", "Failed to change password")
  await page.unroute("**/api/admin/change-password")
  await submit.click()
  await expect(toast(page)).toContainText("Change Failed")
  await expect(changeDialog.getByLabel("Current Password")).toHaveAttribute("aria-invalid", "true")
  await fill(ADMIN_PASSWORD, ADMIN_PASSWORD, ADMIN_PASSWORD)
  await submit.click()
  await expect(dialog(page, "Password Changed")).toBeVisible()
  await expect(dialog(page, "Password Changed")).toBeHidden()
})

test("spec §3: a failed logout still shows the login page", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await page.route("**/api/admin/logout", (route) => route.abort())
  await page.getByRole("button", { name: "Sign Out" }).click()
  await expectToast(page, "Logged Out", "You are signed out of the admin area.")
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
})

test("D3: an idle administrator is asked after 28 minutes, may stay, and is signed out after 30", async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
  const idleDialog = page.getByRole("alertdialog", { name: "Are you still there?" })
  // The calls of the page itself do not count as activity.
  await page.clock.runFor("00:30")
  await page.clock.fastForward("27:40")
  await expect(idleDialog).toBeVisible()
  await page.clock.runFor("00:10")
  await idleDialog.getByRole("button", { name: "Stay signed in" }).click()
  await expect(idleDialog).toBeHidden()
  await page.clock.fastForward("27:00")
  await expect(idleDialog).toBeHidden()
  await page.clock.fastForward("03:10")
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
})

test("after the session has ended, the next call shows the login page", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin")
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
  await page.context().clearCookies()
  // A request of the page itself may already have shown the login page, without this link.
  await page.evaluate(() => document.querySelector<HTMLElement>("a[href='/admin/users']")?.click())
  await expect(page.getByRole("heading", { name: "Administrator Login" })).toBeVisible()
})

test("without JavaScript the admin area asks for it in four languages", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" })
  const page = await context.newPage()
  for (const [path, text] of [
    ["/admin", "The admin area needs JavaScript"],
    ["/fr/admin", "L’espace d’administration a besoin de JavaScript"],
    ["/ht/admin", "Espas administrasyon an bezwen JavaScript"],
    ["/es/admin", "El área de administración necesita JavaScript"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text)).toBeVisible()
  }
  await context.close()
})
