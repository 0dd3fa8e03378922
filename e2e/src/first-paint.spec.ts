import { expect, type Page } from "@playwright/test"
import { openBodyProxy } from "./body-proxy.ts"
import { test } from "./fixtures.ts"

const COURSE = "/learn/python-for-beginners"
const LESSON = `${COURSE}/a-small-phone-book`
const FONT = "/fonts/figtree-var.woff2"
/** The styles and the header have arrived, the lesson's text has not. */
const SHARE = 0.6

test("a lesson paints its header only with its text", async ({ page, baseURL }) => {
  const proxy = await openBodyProxy(baseURL ?? "")
  const [held] = await Promise.all([proxy.hold(LESSON, SHARE), page.goto(proxy.url + LESSON, { waitUntil: "commit" })])
  await expect(page.locator("header.site")).toBeAttached()
  expect(await page.locator("#block-1").count()).toBe(0)
  // Without the text nothing else tells that the browser would have painted by now.
  await page.waitForTimeout(500)
  expect(await page.evaluate(firstPaints)).toBe(0)
  held.end()
  await expect.poll(() => page.evaluate(firstPaints)).toBe(1)
  await proxy.close()
})

test("the text of a lesson is preloaded in its font if a page before it has loaded that", async ({ page }) => {
  await page.goto(LESSON)
  expect(await isFontPreloaded(page)).toBe(false)
  await page.goto(COURSE, { waitUntil: "networkidle" })
  await page.locator(`main a[href="${LESSON}"]`).first().click()
  await expect(page.locator(".lesson-text h1")).toBeVisible()
  expect(await isFontPreloaded(page)).toBe(true)
  await expect
    .poll(() => page.evaluate((font) => performance.getEntriesByName(location.origin + font).length, FONT))
    .toBe(1)
})

test("with data saver a lesson preloads no font", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "save", value: "on", url: baseURL ?? "" }])
  await page.goto(COURSE)
  await page.locator(`main a[href="${LESSON}"]`).first().click()
  await expect(page.locator(".lesson-text h1")).toBeVisible()
  expect(await isFontPreloaded(page)).toBe(false)
})

const firstPaints = () => performance.getEntriesByName("first-contentful-paint").length

const isFontPreloaded = async (page: Page) => (await page.locator(`link[rel=preload][href="${FONT}"]`).count()) > 0
