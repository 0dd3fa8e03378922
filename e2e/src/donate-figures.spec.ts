import { expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { openDb } from "./db.ts"
import { test } from "./fixtures.ts"
import { type Product, preparedDataDir, removeDataDir, startProduct } from "./product.ts"

let product: Product
/** A start counts the rows, so they have to be there before it. */
test.beforeAll(async () => {
  const dataDir = preparedDataDir()
  const first = await startProduct(dataDir)
  const sql = openDb(dataDir)
  await sql`insert into appointments
    (id, student_name, student_email, session_type, subject, preferred_date, ends_at, preferred_time, status)
    select uuidv7(), 'Rose', 'rose' || n || '@example.org', 'tutoring', 'coding', now() - interval '3 days',
      now() - interval '3 days' + interval '1 hour', '09:00', case when n <= 1200 then 'completed' else 'cancelled' end from generate_series(1, 1300) n`
  await sql`insert into memberships (id, name, email, created_at)
    values (uuidv7(), 'Rose', 'rose@example.org', now() - interval '1 day')`
  await sql.end()
  await first.stop()
  product = await startProduct(dataDir)
})
test.afterAll(async () => {
  await product.stop()
  removeDataDir(product.dataDir)
})

const section = (page: Page, name: string) => page.getByRole("region", { name })

test("a donor sees what a gift does, before and after giving", async ({ page }) => {
  await page.goto(`${product.url}/donate`)
  const figures = section(page, "What a gift does")
  await expect(figures.getByRole("definition")).toHaveText(["1,200", "1"])
  await expect(figures.getByRole("term")).toHaveText(["sessions held", /^new member in \w+ 20\d\d$/])
  // The list has its styles, although the build knows the section from a sample only.
  await expect(figures.locator("dl")).toHaveCSS("display", "grid")
  expect(await axe(page)).toEqual([])
  await page.getByRole("button", { name: "Give $25.00", exact: true }).click()
  await expect(page.getByRole("dialog", { name: "Thank you for your gift!" })).toContainText(
    /With gifts like yours: 1,200.sessions held, 1.new member in \w+ 20\d\d\./,
  )
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the figures are in the page, on a narrow screen too, and in the thanks", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${product.url}/fr/donate?success=true&sent=donation#donate`)
    await expect(section(page, "Ce que fait un don")).toContainText("1\u00a0200")
    await expect(page.getByRole("status")).toContainText("Avec des dons comme le vôtre : 1 200 séances tenues, 1")
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
