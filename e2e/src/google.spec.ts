import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts"

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
  site = await startProduct(newDataDir(), settingsFor, "dev.ts")
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
  await page.getByRole("link", { name: "Profil", exact: true }).click()
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

test("a site without Google settings shows that Google sign-in is off", async ({ page }) => {
  await page.goto("/es/login")
  await page.getByRole("link", { name: "Google" }).click()
  await expect(page.getByText("El inicio de sesión con Google no está activado aquí")).toBeVisible()
})
