import { expect, type Page } from "@playwright/test"
import type { Email } from "./emails.ts"
import { test } from "./fixtures.ts"
import { holdNavigation } from "./hold-navigation.ts"
import { PASSWORD, register } from "./members.ts"
import { toast } from "./toast.ts"

const NEW = "Anba-pye-mango-7!"

interface Reader {
  readonly email: string
}

async function requestResetEmail(page: Page, { email }: Reader): Promise<void> {
  await page.goto("/login")
  await page.getByRole("link", { name: "Forgot your password?" }).click()
  await page.getByLabel("Username or Email").fill(email)
  const goOn = await holdNavigation(page, "/reset-password")
  await page.getByRole("button", { name: "Send the Letter" }).click()
  await expect(toast(page)).toContainText("Look into your mailbox")
  await goOn()
}

async function emailTo({ email }: Reader, mails: () => Email[]): Promise<string> {
  const found = () => mails().find(({ to, subject }) => to.includes(email) && subject.includes("new password"))
  await expect.poll(() => found() !== undefined).toBe(true)
  return found()?.text ?? ""
}

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password)
  await page.getByLabel("Confirm New Password").fill(again)
  await page.getByRole("button", { name: "Set New Password" }).click()
}

async function fillIn(page: Page, { email }: Reader, password: string): Promise<void> {
  await page.getByLabel("Username or Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
}

/** An account, and nobody signed in. */
async function haveAccount(page: Page, reader: Reader, baseURL: string | undefined): Promise<void> {
  await register(page, reader, baseURL)
  await page.context().clearCookies()
}

test("a forgotten password is set by the letter's link, once", async ({ page, user, emails, baseURL }) => {
  await haveAccount(page, user, baseURL)
  await requestResetEmail(page, user)
  const [link = ""] = /http:\S+#user=\S+/.exec(await emailTo(user, emails)) ?? []
  const address = new URL(link)
  await page.goto(`${address.pathname}${address.hash}`)
  await expect(page.getByLabel("Username or Email")).toBeHidden()
  await setPassword(page, "short", "other")
  await expect(page.getByText("Password must be at least 12 characters", { exact: true })).toBeVisible()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  const goOn = await holdNavigation(page, "/login")
  await setPassword(page, NEW)
  await expect(toast(page)).toContainText("Your password is set")
  await goOn()
  await fillIn(page, user, PASSWORD)
  await expect(toast(page)).toContainText("Sign In Failed")
  await fillIn(page, user, NEW)
  await page.waitForURL("**/member-dashboard")
  await page.goto(`${address.pathname}${address.hash}`)
  await setPassword(page, `${NEW}!`)
  await expect(toast(page)).toContainText("This link or code no longer works. Please ask for a new one.")
})

test("a forgotten password is set by the letter's code, on any device", async ({ page, user, emails, baseURL }) => {
  await haveAccount(page, user, baseURL)
  await requestResetEmail(page, user)
  const [, code = ""] = /the code (\d{6})/.exec((await emailTo(user, emails)).replace(/\s+/g, " ")) ?? []
  await page.getByRole("button", { name: "Set New Password" }).click()
  for (const text of [
    "Username or email is required",
    "Please enter the six digits of the letter",
    "Password must be at least 12 characters",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await page.getByLabel("Username or Email").fill(user.email)
  await page.getByLabel("Code from the letter").fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await setPassword(page, NEW)
  await page.waitForURL("**/login")
  await fillIn(page, user, NEW)
  await page.waitForURL("**/member-dashboard")
})

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false })
  test("the letter is asked for and its code typed by plain forms, in the reader's language", async ({
    page,
    user,
    emails,
    baseURL,
  }) => {
    await haveAccount(page, user, baseURL)
    await page.goto("/fr/login")
    await page.getByRole("link", { name: "Mot de passe oublié ?" }).click()
    await page.getByLabel("Nom d’utilisateur ou e-mail").fill(user.email)
    await page.getByRole("button", { name: "Envoyer la lettre" }).click()
    await page.waitForURL("**/fr/reset-password")
    const [, code = ""] = /the code (\d{6})/.exec((await emailTo(user, emails)).replace(/\s+/g, " ")) ?? []
    await page.getByLabel("Nom d’utilisateur ou e-mail").fill(user.email)
    await page.getByLabel("Code de la lettre").fill(code)
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(NEW)
    await page.getByLabel("Confirmer le nouveau mot de passe").fill("autre chose")
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
    await expect(page.getByText("Les mots de passe ne correspondent pas").first()).toBeVisible()
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(NEW)
    await page.getByLabel("Confirmer le nouveau mot de passe").fill(NEW)
    await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click()
    await page.waitForURL("**/fr/login")
  })

  test("what became of Google is said where the address names it, and nowhere else", async ({ page }) => {
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

test("a password is called strong only when it has what the rule asks for", async ({ page }) => {
  await page.goto("/reset-password")
  const advice = page.getByText("At least 12 characters, with uppercase")
  await page.getByLabel("New Password", { exact: true }).fill(NEW.toLowerCase())
  await expect(page.locator(".strength-dot.on")).toHaveCount(1)
  await expect(advice).toBeVisible()
  await page.getByLabel("New Password", { exact: true }).fill(NEW)
  await expect(page.getByText("Strength: strong")).toBeVisible()
  await expect(advice).toHaveCount(0)
})

test("the judge of a password is fetched when somebody begins to type one", async ({ page }) => {
  const asked: string[] = []
  page.on("request", (request) => void (request.url().includes("password-strength") && asked.push(request.url())))
  await page.goto("/register", { waitUntil: "networkidle" })
  await page.getByLabel("First Name").fill("Ada")
  expect(asked).toEqual([])
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await expect(page.getByText("Strength: good")).toBeVisible()
  expect(asked).toHaveLength(1)
})
