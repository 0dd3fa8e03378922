import { createHmac } from "node:crypto"
import { type Browser, type BrowserContext, chromium, expect, type Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { ADMIN, ADMIN_PASSWORD } from "./admins.ts"
import { axe } from "./axe.ts"
import { CHROMIUM } from "./chromium.ts"
import { openDb } from "./db.ts"
import { test } from "./fixtures.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"
import { expectToast } from "./toast.ts"

/** The address that the build has: passkeys work on no other. */
const SITE = "http://localhost:3000"
const PHONE = { width: 390, height: 844 }

let product: Product
let browser: Browser
async function start(settings: Parameters<typeof startProduct>[1] = {}): Promise<void> {
  product = await startProduct(preparedDataDir(), settings)
  const rule = `--host-resolver-rules=MAP localhost:3000 ${new URL(product.url).host}`
  browser = await chromium.launch({ ...CHROMIUM, args: [...CHROMIUM.args, rule] })
}
test.afterEach(async () => {
  await browser.close()
  await product.stop()
  removeDataDir(product.dataDir)
})

/** A page in a new context, where the first administrator is already signed in. */
async function setUp(setupCode?: string): Promise<Page> {
  const page = await open()
  const headers = { origin: SITE }
  const data = { ...ADMIN, password: ADMIN_PASSWORD, ...(setupCode && { setupCode }) }
  const response = await page.request.post(`${product.url}/api/admin/setup`, { data, headers })
  const secret = /session=([\w-]{43})/.exec(response.headers()["set-cookie"] ?? "")?.[1] ?? ""
  await page.context().addCookies([{ name: "session", value: secret, url: SITE }])
  return page
}

async function open(options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ baseURL: SITE, locale: "en-US", ...options })
  return context.newPage()
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto("/admin")
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole("button", { name: "Sign In" }).click()
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true })
const today = (page: Page) => page.getByRole("heading", { level: 1, name: "Today" })

/** The code at `offset` steps from now: a code works once, so each sign-in needs another step. */
const code = (secret: string, offset: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + offset * 30_000 })

async function checkBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme })
    expect([colorScheme, await axe(page)]).toEqual([colorScheme, []])
  }
}

test("an administrator sets up an app, signs in with its code, and with a recovery code by keyboard", async () => {
  await start()
  const page = await setUp()
  await page.goto("/admin/security")
  await expect(heading(page, "Sign-in security")).toBeVisible()
  await checkBothThemes(page)
  await page.getByRole("button", { name: "Set up an app" }).click()
  await expect(heading(page, "Set up an app")).toBeFocused()
  await expect(page.getByRole("img", { name: "QR code with the key" })).toBeVisible()
  const secret = ((await page.locator(".admin-secret").textContent()) ?? "").replaceAll(" ", "")
  await checkBothThemes(page)
  const field = page.getByLabel("Code that the app shows")
  await field.fill("000000")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main").getByText("This code is not right, or was already used")).toBeVisible()
  await field.fill(code(secret, 0))
  await page.keyboard.press("Enter")
  await expect(heading(page, "Your recovery codes")).toBeFocused()
  const codes = await page.locator(".admin-recovery code").allTextContents()
  expect(codes).toHaveLength(10)
  await checkBothThemes(page)
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download" }).click()
  expect((await download).suggestedFilename()).toBe("HaiTech recovery codes.txt")
  await page.getByRole("button", { name: "I have stored them" }).click()
  await expect(page.getByText("Codes left: 10")).toBeVisible()

  const phone = await open({ viewport: PHONE })
  await enterPassword(phone)
  await expect(heading(phone, "Enter the code")).toBeFocused()
  await checkBothThemes(phone)
  const input = phone.getByLabel("Code", { exact: true })
  await expect(input).toHaveAttribute("autocomplete", "one-time-code")
  await expect(input).toHaveAttribute("inputmode", "numeric")
  await phone.getByRole("button", { name: "Sign In" }).click()
  await expect(input).toHaveAttribute("aria-invalid", "true")
  await input.fill(code(secret, 1))
  await phone.keyboard.press("Enter")
  await expect(today(phone)).toBeVisible()

  const lost = await open()
  await enterPassword(lost)
  await lost.getByRole("button", { name: "Use a recovery code" }).press("Enter")
  await expect(heading(lost, "Use a recovery code")).toBeFocused()
  await lost.getByLabel("Recovery code").fill((codes[0] ?? "").toLowerCase())
  await lost.keyboard.press("Enter")
  await expect(today(lost)).toBeVisible()
  await page.reload()
  await expect(page.getByText("Codes left: 9")).toBeVisible()
})

test("an administrator adds a passkey, signs in with it, renames it and removes it", async () => {
  await start()
  const page = await setUp()
  const authenticator = await addAuthenticator(page)
  await page.goto("/admin/security")
  await page.getByRole("button", { name: "Add a passkey" }).click()
  await page.getByLabel("Name of the passkey").fill("My laptop")
  await page.keyboard.press("Enter")
  await expect(heading(page, "Your recovery codes")).toBeFocused()
  await page.getByRole("button", { name: "I have stored them" }).click()
  await expect(page.getByText("My laptop", { exact: true }).first()).toBeVisible()

  await page.getByRole("button", { name: "Sign Out" }).click()
  await enterPassword(page)
  await expect(heading(page, "Confirm with your passkey")).toBeFocused()
  await checkBothThemes(page)
  await authenticator.verifies(false)
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await expectToast(page, "Passkey Not Confirmed", "Your device did not confirm the passkey. Please try again.")
  await authenticator.verifies(true)
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await expect(today(page)).toBeVisible()

  await page.getByRole("link", { name: "Security" }).click()
  await page.getByRole("button", { name: "Rename My laptop" }).click()
  await page.getByLabel("Name of the passkey").fill("Old laptop")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Remove Old laptop" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await expect(page.getByText("You get ten recovery codes")).toBeVisible()
  await page.goto("/admin/history")
  await expect(page.getByText("Removed a second step from the sign-in of Guerda Louis")).toBeVisible()
})

test("an administrator resets the factors of a colleague, after the password and with a reason", async () => {
  await start()
  const page = await setUp()
  const post = async (path: string, data: object) => {
    const response = await page.request.post(product.url + path, { data, headers: { origin: SITE } })
    return response.json()
  }
  const person = { firstName: "Marie", lastName: "Jean", username: "marie", email: "marie@example.org" }
  const colleague = { ...person, password: "anba pye mango a", loginProvider: "haitech", role: "student" }
  const { id } = await (await open()).request
    .post(`${product.url}/api/auth/register`, { data: colleague, headers: { origin: SITE } })
    .then((response) => response.json())
  await post("/api/admin/users/role", { userId: id, role: "admin", approved: "true" })
  const sql = openDb(product.dataDir)
  await sql`insert into totp_secrets (user_id, secret, last_step) values (${id}, 'x', 0)`
  await sql`update sessions set sess = sess || jsonb_build_object('beganAt', now() - interval '20 minutes')`
  await sql.end()

  await page.goto(`/admin/users?open=${id}`)
  const box = page.getByRole("region", { name: "Second step of the sign-in" })
  await expect(box).toContainText("Set up")
  await box.getByRole("button", { name: "Reset the second step" }).click()
  await expect(box.getByText("Please write the reason")).toBeVisible()
  await box.getByLabel("Reason").fill("The phone is lost.")
  await page.keyboard.press("Enter")
  const dialog = page.getByRole("dialog", { name: "Confirm your password" })
  await expect(dialog.getByLabel("Current Password")).toBeFocused()
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel("Current Password").fill("wrong")
  await page.keyboard.press("Enter")
  await expect(dialog.getByRole("group").getByText("This is not your current password")).toBeVisible()
  await dialog.getByLabel("Current Password").fill(ADMIN_PASSWORD)
  await page.keyboard.press("Enter")
  await expect(box).toContainText("Not set up yet")
  await page.goto("/admin/history")
  await expect(page.getByText("Reset the second step of Marie Jean")).toBeVisible()
})

const SECRET = "a secret for this test, long enough"
const PRODUCTION = {
  NODE_ENV: "production",
  SITE_URL: SITE,
  SESSION_SECRET: SECRET,
  EMBEDDED_DATABASE: "allow",
  MAIL: "files",
  RATE_LIMITS: "on",
}

test("in production the admin area asks for a second factor, and after a week shows its setup only", async () => {
  await start(PRODUCTION)
  const page = await setUp(createHmac("sha256", SECRET).update("setup code\n").digest("hex").slice(0, 12))
  await page.goto("/admin")
  await expect(today(page)).toBeVisible()
  const reminder = page.getByRole("complementary", { name: "Sign-in security" })
  await expect(reminder).toContainText("Please set up a second step for your sign-in by")
  await checkBothThemes(page)
  await reminder.getByRole("link", { name: "Set it up now" }).click()
  await expect(heading(page, "Sign-in security")).toBeFocused()
  await expect(reminder).toBeHidden()

  const sql = openDb(product.dataDir)
  await sql`update users set admin_since = now() - interval '8 days'`
  await sql.end()
  await page.setViewportSize(PHONE)
  await page.goto("/admin/users")
  await expect(heading(page, "Set up a second step")).toBeVisible()
  await expect(page.getByRole("navigation")).toHaveCount(0)
  await checkBothThemes(page)
  await page.getByRole("button", { name: "Set up an app" }).click()
  const secret = ((await page.locator(".admin-secret").textContent()) ?? "").replaceAll(" ", "")
  await page.getByLabel("Code that the app shows").fill(code(secret, 0))
  await page.keyboard.press("Enter")
  await expect(heading(page, "Your recovery codes")).toBeFocused()
  await page.getByRole("button", { name: "I have stored them" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible()
})

/** Chromium's virtual authenticator, as one that is built into the device. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", { options })
  return {
    verifies: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  }
}
