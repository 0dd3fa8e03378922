import { expect } from "@playwright/test"
import { test } from "./fixtures.ts"
import { waitUntilEmpty } from "./hours.ts"

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const FORM_PAGES = [
  "/contact",
  "/schedule",
  "/login",
  "/login-code",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/receipts",
]
const HERO_PAGES = ["/about", "/programs", "/cares", "/donate"]

for (const viewport of VIEWPORTS) {
  test(`the first field of a form is visible without scrolling at ${viewport.width} pixels`, async ({
    page,
    sql,
    request,
  }) => {
    // With open hours /schedule begins with them instead of a field.
    await sql`delete from available_time_slots`
    await waitUntilEmpty(request)
    await page.setViewportSize(viewport)
    for (const path of [...FORM_PAGES, ...FORM_PAGES.map((form) => `/fr${form}`)]) {
      await page.goto(path)
      await expect(page.locator("main .page-head"), path).toHaveCount(1)
      const field = page.locator("main form").first().getByRole("textbox").first()
      await expect(field, path).toBeInViewport({ ratio: 1 })
    }
  })
}

test("the pages about the organization have the full hero", async ({ page }) => {
  for (const path of HERO_PAGES) {
    await page.goto(path)
    await expect(page.locator("main .page-hero"), path).toHaveCount(1)
    await expect(page.locator("main .page-head"), path).toHaveCount(0)
  }
})
