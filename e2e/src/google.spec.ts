import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { expect } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { openProfileTab } from "./members.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

const MARIE = {
  sub: "117",
  email: "marie@example.org",
  email_verified: true,
  given_name: "Marie-Ange",
  family_name: "Désir",
}

let issuer: ChildProcess
let site: Product
// The built pages are made for one address; the development server renders them for any.
test.beforeAll(async () => {
  site = await startProduct(preparedDataDir(), settingsFor, "src/dev.ts")
})

async function settingsFor(url: string) {
  const file = join(import.meta.dirname, "../../server/src/testing-issuer.ts")
  const args = [file, `${url}/login/google/callback`, JSON.stringify(MARIE)]
  issuer = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] })
  const issuerUrl = await new Promise<string>((resolve) => {
    let output = ""
    issuer.stdout?.on("data", (chunk) => {
      output += chunk
      const match = /^http:\S+$/m.exec(output)
      if (match) resolve(match[0])
    })
  })
  return {
    SITE_URL: url,
    GOOGLE_CLIENT_ID: "haitech",
    GOOGLE_CLIENT_SECRET: "a secret between the two",
    GOOGLE_ISSUER: issuerUrl,
  }
}
test.afterAll(async () => {
  await site.stop()
  removeDataDir(site.dataDir)
  issuer.kill()
})

test("spec §2: a member signs in with Google and deletes the account without a password", async ({ page }) => {
  await page.goto(`${site.url}/fr/login`)
  await page.getByRole("link", { name: "Se connecter avec Google" }).click()
  await page.waitForURL("**/fr/member-dashboard")
  const response = await page.request.get(`${site.url}/api/auth/user`)
  expect(await response.json()).toMatchObject({ email: MARIE.email, firstName: "Marie-Ange", username: null })
  await expect(page.getByRole("heading", { name: "Te revoilà, Marie-Ange" })).toBeVisible()
  await openProfileTab(page)
  await expect(page.getByRole("link", { name: "Créer un mot de passe" })).toHaveAttribute("href", "/fr/forgot-password")
  await page.getByRole("button", { name: "Supprimer le compte" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("link", { name: "Google" })).toHaveAttribute(
    "href",
    "/login/google?next=/fr/member-dashboard/profile",
  )
  await dialog.getByLabel(`Pour confirmer, tape : ${MARIE.email}`).fill(MARIE.email)
  await dialog.getByRole("button", { name: "Supprimer définitivement" }).click()
  await page.waitForURL(/\/fr$/)
  expect((await page.request.get(`${site.url}/api/auth/user`)).status()).toBe(401)
})

test("in the browser of another app the page explains that Google does not work there", async ({ browser }) => {
  const page = await browser.newPage({ userAgent: "Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Instagram 350.0" })
  await page.goto(`${site.url}/register`)
  await page.getByRole("link", { name: "Sign up with Google" }).click()
  await expect(page.getByText("Google does not let people sign in inside this app")).toBeVisible()
  await expect(page.getByLabel("Username or Email")).toBeVisible()
  await page.close()
})

const LABELS = { en: "Test mode", fr: "Mode test", ht: "Mòd tès", es: "Modo de prueba" }

test("without Google settings a sandbox answers, and says so in each language", async ({ page }) => {
  await page.goto("/es/register")
  await expect(page.getByText("Modo de prueba")).toBeVisible()
  await page.getByRole("link", { name: "Google" }).click()
  await expect(page).toHaveURL(/\/es\/login\/test-google\/[\w-]{32}$/)
  await expect(page.getByText("Modo de prueba")).toBeVisible()
  expect(await axe(page)).toEqual([])
  const state = page.url().split("/").at(-1)
  for (const [language, label] of Object.entries(LABELS)) {
    await page.goto(`${language === "en" ? "" : `/${language}`}/login/test-google/${state}`)
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
  await page.getByRole("link", { name: /Marie Test/ }).click()
  await page.waitForURL("**/es/member-dashboard")
  await expect(page.getByRole("heading", { name: /Marie/ })).toBeVisible()
})

test("at the sandbox, an address that is not confirmed and a cancelled sign-in are explained on /login", async ({
  page,
}) => {
  await page.goto("/login")
  await page.getByRole("link", { name: "Sign in with Google" }).click()
  await page.getByRole("link", { name: /Esther Test/ }).click()
  await expect(page.getByText("Google has not confirmed this email address")).toBeVisible()
  await page.getByRole("link", { name: "Sign in with Google" }).click()
  await page.getByRole("link", { name: "Cancel" }).click()
  await expect(page.getByText("Google could not sign you in")).toBeVisible()
})

const PRODUCTION = {
  NODE_ENV: "production",
  DEMO: "true",
  EMBEDDED_DATABASE: "allow",
  MAIL: "files",
  RATE_LIMITS: "on",
  SESSION_SECRET: "a secret for this test, 32 characters",
  SITE_URL: "http://localhost:3000",
}

for (const [name, settings] of [
  ["in production", PRODUCTION],
  ["without DEMO", { DEMO: "false" }],
] as const)
  test(`${name}, a site without Google settings shows no button, has no sandbox, and says so`, async ({ page }) => {
    const dataDir = preparedDataDir()
    const product = await startProduct(dataDir, settings)
    await page.goto(`${product.url}/login`)
    await expect(page.getByLabel("Username or Email")).toBeVisible()
    await expect(page.getByRole("link", { name: /Google/ })).toHaveCount(0)
    await page.goto(`${product.url}/login/google`)
    await expect(page.getByText("Signing in with Google is not set up here")).toBeVisible()
    const sandbox = await page.request.get(`${product.url}/login/test-google/${"a".repeat(32)}`)
    expect(sandbox.status()).toBe(404)
    await product.stop()
    removeDataDir(dataDir)
  })
