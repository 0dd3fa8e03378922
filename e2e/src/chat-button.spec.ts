import { expect, type Page, type Route } from "@playwright/test"
import { opener, panel } from "./chats.ts"
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

test("while scripts are late a click opens the chat's frame at once, and the next one closes it for good", async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto("/about")
  const frame = page.locator("form.ask")
  await opener(page).click()
  await expect(frame).toHaveCSS("height", "500px")
  await opener(page).click()
  await expect(frame).toHaveCSS("height", "48px")
  await release()
  await page.waitForLoadState("networkidle")
  await expect(panel(page)).toBeHidden()
  await opener(page).click()
  await expect(panel(page)).toBeVisible()
  await expect(frame).toBeHidden()
})

test("while scripts are late Show password works at once, and still after they have loaded", async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto("/login")
  const password = page.getByLabel("Password", { exact: true })
  const toggle = page.locator(".password button")
  await password.fill("anba pye mango a")
  await toggle.click()
  await expect(password).toHaveAttribute("type", "text")
  await release()
  await expect(page.getByRole("button", { name: "Hide password" })).toBeVisible()
  await expect(password).toHaveAttribute("type", "text")
  await toggle.click()
  await expect(password).toHaveAttribute("type", "password")
})

/** Holds every script of the page back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHeld = true
  await page.route("**/assets/*.js", async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  return async () => {
    isHeld = false
    await Promise.all(held.map((route) => route.continue()))
  }
}
