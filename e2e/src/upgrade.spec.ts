import { expect, type Page } from "@playwright/test"
import { openDb } from "./db.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

const profileLink = (page: Page) => page.getByRole("link", { name: "Profile", exact: true })
const message = (page: Page) => page.locator("form[action='/api/contact'] [name=message]")

test.describe("with a product that is upgraded", () => {
  let dataDir: string
  let upgraded: Product

  test.beforeEach(async () => {
    dataDir = preparedDataDir()
    upgraded = await startProduct(dataDir)
  })

  test.afterEach(async () => {
    await upgraded.stop()
    removeDataDir(dataDir)
  })

  async function upgrade(dist: string): Promise<void> {
    const { port } = new URL(upgraded.url)
    await upgraded.stop()
    upgraded = await startProduct(dataDir, { PORT: port }, "dist/main.js", dist)
  }

  test("a tab that is open during an upgrade loads the rest of its own build", async ({ page, user, newBuild }) => {
    const form = await openTabs(page, user, upgraded)
    await upgrade(newBuild)
    const loads = countLoads(page)
    await profileLink(page).click()
    await expect(page.getByLabel("Bio")).toBeVisible()
    await form.locator("form[action='/api/contact'] [type=submit]").click()
    await expect(form.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
    expect(loads()).toBe(0)
  })

  test("without the old assets a tab reloads once, with its drafts", async ({ page, user, newBuild }) => {
    const form = await openTabs(page, user, upgraded)
    await upgrade(newBuild)
    const sql = openDb(dataDir)
    await sql`delete from assets`
    await sql.end()
    const [loads, formLoads] = [countLoads(page), countLoads(form)]
    await profileLink(page).click()
    await expect(page.getByLabel("Bio")).toBeVisible()
    await form.locator("form[action='/api/contact'] [type=submit]").click()
    await expect.poll(formLoads).toBe(1)
    await expect(message(form)).toHaveValue("Kouman nou ka ede?")
    // The member's own email is no draft: the page fills it in again.
    await expect(form.locator("form[action='/api/contact'] [name=email]")).toHaveValue(user.email)
    await form.locator("form[action='/api/contact'] [type=submit]").click()
    await expect(form.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
    expect([loads(), formLoads()]).toEqual([1, 1])
  })
})

test("a script that never loads reloads no page of the same build, and can be tried again", async ({
  page,
  product,
  user,
}) => {
  await register(page, user, product.url)
  await page.goto(`${product.url}/member-dashboard`)
  await expect(page.locator("#next-step")).toBeVisible()
  await page.route("**/assets/profile-page-*", (route) => route.fulfill({ status: 404 }))
  const loads = countLoads(page)
  await profileLink(page).click()
  await expect(page.getByRole("alert")).toContainText("Connection Problem")
  await page.getByRole("link", { name: "My Learning" }).click()
  await expect(page.getByRole("alert")).toHaveCount(0)
  await profileLink(page).click()
  expect(loads()).toBe(0)
  await page.unroute("**/assets/profile-page-*")
  await page.getByRole("button", { name: "Try Again" }).click()
  await expect(page.getByLabel("Bio")).toBeVisible()
})

test("a tab between two builds reloads once for each of them", async ({ page, product, user }) => {
  await register(page, user, product.url)
  await page.goto(`${product.url}/member-dashboard`)
  await expect(page.locator("#next-step")).toBeVisible()
  await page.route("**/assets/profile-page-*", (route) => route.fulfill({ status: 404 }))
  await page.route("**/member-dashboard/profile", async (route) => {
    if (route.request().resourceType() === "fetch") await route.fulfill({ body: "another build" })
    else await route.continue()
  })
  const loads = countLoads(page)
  await profileLink(page).click()
  await expect.poll(loads).toBe(1)
  await expect(page.getByRole("alert")).toContainText("Connection Problem")
  await page.getByRole("link", { name: "My Learning" }).click()
  await profileLink(page).click()
  await expect(page.getByRole("alert")).toContainText("Connection Problem")
  expect(loads()).toBe(1)
})

/** Opens the dashboard in `page`, and in another tab a contact form with a draft. */
async function openTabs(
  page: Page,
  user: { readonly name: string; readonly email: string; readonly marker: string },
  { url }: Product,
) {
  await register(page, user, url)
  await page.goto(`${url}/member-dashboard`)
  await expect(page.locator("#next-step")).toBeVisible()
  const form = await page.context().newPage()
  await form.goto(`${url}/contact`)
  const fields = form.locator("form[action='/api/contact']")
  // The page fills these fields in for a member, perhaps while the test does.
  await expect(fields.locator("[name=email]")).toHaveValue(user.email)
  await fields.locator("[name=name]").fill(user.name)
  await fields.locator("[name=email]").fill(user.email)
  await fields.locator("[name=subject]").selectOption("coding")
  await expect(form.locator("[data-island]").filter({ has: fields })).toHaveAttribute("data-hydrated")
  await message(form).fill("Kouman nou ka ede?")
  await expect.poll(() => form.evaluate(() => sessionStorage.getItem("drafts"))).toContain("Kouman")
  return form
}

function countLoads(page: Page): () => number {
  let count = 0
  page.on("load", () => count++)
  return () => count
}
