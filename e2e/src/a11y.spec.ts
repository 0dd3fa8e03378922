import { expect } from "@playwright/test"
import { axe } from "./access.ts"
import { test } from "./house.ts"
import { PUBLIC_ADDRESSES } from "./public-pages.ts"

const PHONE = { width: 390, height: 844 }

for (const address of PUBLIC_ADDRESSES) {
  test(`axe has nothing against ${address}, light or dark, on a desk or a phone`, async ({ page }) => {
    await page.goto(address)
    expect(await axe(page)).toEqual([])
    await page.setViewportSize(PHONE)
    expect(await axe(page)).toEqual([])
  })

  test(`${address} fits a phone of 320 pixels and 200 % text without scrolling sideways`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(address)
    await page.addStyleTag({ content: "html { font-size: 200% }" })
    const { width, seen } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      seen: innerWidth,
    }))
    expect(width).toBeLessThanOrEqual(seen)
  })
}

test("axe has nothing against the open join dialog", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto("/")
  await page.getByRole("banner").getByLabel("Menu", { exact: true }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole("link", { name: "Join Free" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("with reduced motion nothing moves and the counters stand at their end", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/")
  await page.locator("#impact").scrollIntoViewIfNeeded()
  await expect(page.locator("#impact")).toContainText("150+")
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === "running").length,
  )
  expect(moving).toBe(0)
})
