import { expect } from "@playwright/test"
import { ADMIN, ADMIN_PASSWORD } from "./admins.ts"
import { test } from "./fixtures.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

let product: Product
test.beforeAll(async () => {
  product = await startProduct(preparedDataDir(), { RATE_LIMITS: "on" })
})
test.afterAll(async () => {
  await product.stop()
  removeDataDir(product.dataDir)
})

async function post(path: string, body: object): Promise<number> {
  const headers = { "content-type": "application/json", origin: product.url }
  return (await fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) })).status
}

/** Sends wrong passwords until the server requires a proof of work. */
async function triggerProofOfWork(path: string, body: object): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) expect(await post(path, { ...body, password: "wrong" })).toBe(401)
  expect(await post(path, { ...body, password: "wrong" })).toBe(429)
}

test("a member signs in from a new browser after many wrong passwords by others", async ({ page }) => {
  const [username, password] = ["ada", "anba pye mango a"]
  const profile = { firstName: "Ada", lastName: "Pierre", username, email: "ada@example.org", loginProvider: "haitech" }
  expect(await post("/api/auth/register", { ...profile, password })).toBe(201)
  await triggerProofOfWork("/api/auth/login", { usernameOrEmail: username })
  await page.goto(`${product.url}/login`)
  await page.getByLabel("Username or Email").fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
  await page.waitForURL("**/member-dashboard")
})

test("an administrator signs in after many wrong passwords by others", async ({ page }) => {
  expect(await post("/api/admin/setup", { ...ADMIN, password: ADMIN_PASSWORD })).toBe(201)
  await triggerProofOfWork("/api/admin/login", { username: ADMIN.username })
  await page.goto(`${product.url}/admin`)
  await page.getByLabel("Username").fill(ADMIN.username)
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByText(`Welcome back, ${ADMIN.firstName}`)).toBeVisible()
})
