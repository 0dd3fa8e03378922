import { expect, type Page } from "@playwright/test"
import type { Email } from "./emails.ts"
import { test } from "./fixtures.ts"
import { holdNavigation } from "./hold-navigation.ts"
import { PASSWORD, register } from "./members.ts"
import { toast } from "./toast.ts"

const NEW_PASSWORD = "Anba-pye-mango-7!"

interface Account {
  readonly email: string
}

async function requestResetEmail(page: Page, { email }: Account): Promise<void> {
  await page.goto("/login")
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.getByLabel("Username or Email").fill(email)
  const releaseNavigation = await holdNavigation(page, "/reset-password")
  await page.getByRole("button", { name: "Send the Email" }).click()
  await expect(toast(page)).toContainText("Check your email")
  await releaseNavigation()
}

async function waitForResetEmail({ email }: Account, emails: () => Email[]): Promise<string> {
  const findEmail = () => emails().find(({ to, subject }) => to.includes(email) && subject.includes("new password"))
  await expect.poll(() => findEmail() !== undefined).toBe(true)
  return findEmail()?.text ?? ""
}

async function setPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm New Password").fill(confirmation)
  await page.getByRole("button", { name: "Set New Password" }).click()
}

async function submitSignIn(page: Page, { email }: Account, password: string): Promise<void> {
  await page.getByLabel("Username or Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
}

/** Creates an account and signs out. */
async function createAccount(page: Page, account: Account, baseURL: string | undefined): Promise<void> {
  await register(page, account, baseURL)
  await page.context().clearCookies()
}

test("the link of the reset email sets a new password once", async ({ page, user, emails, baseURL }) => {
  await createAccount(page, user, baseURL)
  await requestResetEmail(page, user)
  const [link = ""] = /http:\S+#user=\S+/.exec(await waitForResetEmail(user, emails)) ?? []
  const address = new URL(link)
  await page.goto(`${address.pathname}${address.hash}`)
  await expect(page.getByLabel("Username or Email")).toBeHidden()
  await setPassword(page, "short", "other")
  await expect(page.getByText("Password must be at least 12 characters", { exact: true })).toBeVisible()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  const releaseNavigation = await holdNavigation(page, "/login")
  await setPassword(page, NEW_PASSWORD)
  await expect(toast(page)).toContainText("Your password is set")
  await releaseNavigation()
  await submitSignIn(page, user, PASSWORD)
  await expect(toast(page)).toContainText("Sign In Failed")
  await submitSignIn(page, user, NEW_PASSWORD)
  await page.waitForURL("**/member-dashboard")
  await page.goto(`${address.pathname}${address.hash}`)
  await setPassword(page, `${NEW_PASSWORD}!`)
  await expect(toast(page)).toContainText("This link or code no longer works. Please ask for a new one.")
})

test("the code of the reset email sets a new password on any device", async ({ page, user, emails, baseURL }) => {
  await createAccount(page, user, baseURL)
  await requestResetEmail(page, user)
  const [, code = ""] = /the code (\d{6})/.exec((await waitForResetEmail(user, emails)).replace(/\s+/g, " ")) ?? []
  await page.getByRole("button", { name: "Set New Password" }).click()
  for (const text of [
    "Username or email is required",
    "Please enter the six digits from the email",
    "Password must be at least 12 characters",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await page.getByLabel("Username or Email").fill(user.email)
  await page.getByLabel("Code from the email").fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await setPassword(page, NEW_PASSWORD)
  await page.waitForURL("**/login")
  await submitSignIn(page, user, NEW_PASSWORD)
  await page.waitForURL("**/member-dashboard")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })
  test("plain forms request the reset email and accept its code, in the language of the page", async ({
    page,
    user,
    emails,
    baseURL,
  }) => {
    await createAccount(page, user, baseURL)
    await page.goto("/fr/login")
    await page.getByRole("link", { name: "Mot de passe oublié ?" }).click()
    await page.getByLabel("Nom d’utilisateur ou e-mail").fill(user.email)
    await page.getByRole("button", { name: "Envoyer l’e-mail" }).click()
    await page.waitForURL("**/fr/reset-password")
    const [, code = ""] = /the code (\d{6})/.exec((await waitForResetEmail(user, emails)).replace(/\s+/g, " ")) ?? []
    await page.getByLabel("Nom d’utilisateur ou e-mail").fill(user.email)
    await page.getByLabel("Code de l’e-mail").fill(code)
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel("Confirmer le nouveau mot de passe").fill("autre chose")
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
    await expect(page.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel("Confirmer le nouveau mot de passe").fill(NEW_PASSWORD)
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
    await page.waitForURL("**/fr/login")
  })

  test("the sign-in page shows a notice about Google only when the URL's fragment names it", async ({ page }) => {
    await page.goto("/login")
    await expect(page.locator(".by-address")).toHaveCount(4)
    for (const notice of await page.locator(".by-address").all()) await expect(notice).toBeHidden()
    await page.goto("/login#google-off")
    await expect(page.getByText("Signing in with Google is not set up here")).toBeVisible()
    await page.goto("/ht/login#google-in-app")
    await expect(page.getByText("Google pa kite moun konekte andedan aplikasyon sa a")).toBeVisible()
    await expect(page.getByRole("link", { name: "Louvri nan navigatè ou (Android)" })).toHaveAttribute(
      "href",
      /^intent:\/\/[^/]+\/ht\/login#Intent;scheme=https;.*;end$/,
    )
  })
})

test("a password is rated strong only when it satisfies the rule", async ({ page }) => {
  await page.goto("/reset-password")
  const advice = page.getByText("At least 12 characters, with uppercase")
  await page.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD.toLowerCase())
  await expect(page.locator(".strength-dot.on")).toHaveCount(1)
  await expect(advice).toBeVisible()
  await page.getByLabel("New Password", { exact: true }).fill(NEW_PASSWORD)
  await expect(page.getByText("Strength: strong")).toBeVisible()
  await expect(advice).toHaveCount(0)
})

test("the strength shows for a password typed into a field that had the focus before hydration", async ({ page }) => {
  const hold = Promise.withResolvers<void>()
  await page.route("**/*.js", async (route) => {
    await hold.promise
    await route.continue()
  })
  await page.goto("/reset-password")
  await page.getByLabel("New Password", { exact: true }).focus()
  hold.resolve()
  await expect(page.locator("[data-island][data-hydrated]").filter({ has: page.locator(":focus") })).toHaveCount(1)
  await page.keyboard.type(NEW_PASSWORD)
  await expect(page.getByText("Strength: strong")).toBeVisible()
})

test("the password strength script is loaded when a password is typed", async ({ page }) => {
  const requests: string[] = []
  page.on("request", (request) => void (request.url().includes("password-strength") && requests.push(request.url())))
  await page.goto("/register", { waitUntil: "networkidle" })
  await page.getByLabel("First Name").fill("Ada")
  expect(requests).toEqual([])
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await expect(page.getByText("Strength: good")).toBeVisible()
  expect(requests).toHaveLength(1)
})
