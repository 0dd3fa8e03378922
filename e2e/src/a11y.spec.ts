import { type CDPSession, expect, type Page } from "@playwright/test"
import { axe } from "./axe.ts"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { groupByTab, isEnglish, isFrench, PUBLIC_ADDRESSES } from "./public-pages.ts"

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const DEFAULT_FONT_SIZE = 16

/** Font sizes of the browser, with the widths of the window. */
const ENLARGED_ON_PHONES = [
  [32, 390],
  [32, 320],
  [64, 320],
] as const
const ENLARGED = [...ENLARGED_ON_PHONES, [32, 640], [32, 1280]] as const

for (const addresses of groupByTab(PUBLIC_ADDRESSES)) {
  test(`each page has no axe violation and no horizontal overflow: ${addresses.join(" ")}`, async ({ page }) => {
    const browser = await page.context().newCDPSession(page)
    for (const address of addresses) await checkPage(page, browser, address)
  })
}

async function checkPage(page: Page, browser: CDPSession, address: string): Promise<void> {
  const isReference = isEnglish(address)
  await browser.send("Page.setFontSizes", { fontSizes: { standard: DEFAULT_FONT_SIZE } })
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null })
  await page.goto(address)
  if (isReference) expect.soft(await axe(page), address).toEqual([])
  await page.setViewportSize(PHONE)
  // All languages share one set of colors, so one theme suffices for the others.
  expect.soft(await axe(page, isReference ? undefined : ["dark"]), `${address} on a phone`).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await overflow(page), address).toBe(0)
  // A larger font size of the browser scales everything measured in rem, the breakpoints too.
  for (const [standard, width] of isReference || isFrench(address) ? ENLARGED : ENLARGED_ON_PHONES) {
    await browser.send("Page.setFontSizes", { fontSizes: { standard } })
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await overflow(page), `${address} with font size ${standard} at ${width}`).toBe(0)
  }
}

test("with enlarged text on a phone the header's links and menus are on the screen", async ({
  page,
  user,
  baseURL,
}) => {
  await register(page, user, baseURL)
  const browser = await page.context().newCDPSession(page)
  for (const [standard, width] of ENLARGED_ON_PHONES) {
    await browser.send("Page.setFontSizes", { fontSizes: { standard } })
    await page.setViewportSize({ width, height: 700 })
    await page.goto("/about")
    const header = page.getByRole("banner")
    for (const name of ["HaiTech, home", "Donate"])
      await expect(header.getByRole("link", { name }).first()).toBeInViewport({ ratio: 1 })
    for (const name of ["EN – Language: English", "Menu"]) {
      await header.getByLabel(name, { exact: true }).click()
      const menu = header.locator(".bar > div > details[open] > .menu")
      const box = await menu.boundingBox()
      expect(box?.x).toBeGreaterThan(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(width)
      expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await page.mouse.click(width / 2, 5)
    }
    await page.goto("/member-dashboard")
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome back")
    expect(await overflow(page)).toBe(0)
    await page.goto("/member-dashboard/profile")
    await expect(page.getByLabel("First Name")).toBeVisible()
    expect(await overflow(page)).toBe(0)
  }
})

/** Pixels by which the page is wider than the window. */
async function overflow(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

test("the phone menu and the join dialog have no axe violation", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto("/")
  await page.getByRole("banner").getByLabel("Menu", { exact: true }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole("link", { name: "Join Free" }).click()
  await expect(page.getByRole("dialog")).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("closing the join dialog returns the focus to the link that opened it", async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto("/programs")
  const opener = page.getByRole("link", { name: "Join Program Computer Science Lessons" })
  await opener.focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toBeVisible()
  await expect(page.getByLabel("Full Name")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(opener).toBeFocused()
})

test("the toast, the invalid fields and the confirmation of the contact form have no axe violation", async ({
  page,
  user,
}) => {
  await page.goto("/contact")
  await page.getByLabel("Subject").selectOption("general")
  const send = page.getByRole("button", { name: "Send Message" })
  await page.getByLabel("Full Name").fill(user.name)
  await send.click()
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem")).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByLabel("Email Address").fill(user.email)
  await page.getByRole("textbox", { name: "Message" }).fill("Bonjou")
  await send.click()
  await expect(page.getByRole("dialog", { name: "Message Sent!" })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("with reduced motion nothing is animated and the counters show their final values", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.goto("/")
  await page.locator("#impact").scrollIntoViewIfNeeded()
  await expect(page.locator("#impact")).toContainText("150+")
  const runningCount = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === "running").length,
  )
  expect(runningCount).toBe(0)
})
