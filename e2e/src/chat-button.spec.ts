import { expect } from "@playwright/test"
import { opener } from "./chats.ts"
import { test } from "./fixtures.ts"

test("on a phone the chat button is 48 px wide and away while a field has the focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/contact")
  expect(await opener(page).boundingBox()).toMatchObject({ width: 48, height: 48 })
  await page.getByLabel("Full Name").focus()
  await expect(opener(page)).toBeHidden()
  await page.getByLabel("Full Name").blur()
  await expect(opener(page)).toBeVisible()
})

test("the pages for signing in have no chat button", async ({ page }) => {
  for (const address of ["/login", "/register", "/forgot-password", "/fr/reset-password"]) {
    await page.goto(address)
    await expect(page.getByRole("contentinfo")).toBeVisible()
    await expect(page.locator("[data-action=chat]")).toHaveCount(0)
  }
})

test.describe("with a touch screen", () => {
  test.use({ viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true })

  test("in landscape the chat button is away while a field has the focus", async ({ page }) => {
    await page.goto("/contact")
    await expect(opener(page)).toBeVisible()
    await page.getByLabel("Full Name").focus()
    await expect(opener(page)).toBeHidden()
  })
})
