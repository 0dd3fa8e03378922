import { expect, type Page } from "@playwright/test"
import { openBodyProxy } from "./body-proxy.ts"
import { test } from "./fixtures.ts"

const COURSE = "/learn/python-for-beginners"
const LESSON = `${COURSE}/a-small-phone-book`
const FONT = "/fonts/figtree-var.woff2"
/** The styles and the header have arrived, the lesson's text has not. */
const SHARE = 0.38

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

for (const path of ["/", "/about", "/programs", COURSE, LESSON]) {
  test(`no style of ${path} names an SVG, which would be a document of its own`, async ({ page, context }) => {
    const network = await context.newCDPSession(page)
    await network.send("Network.enable")
    const images: string[] = []
    network.on("Network.requestWillBeSent", ({ request }) => {
      if (request.url.startsWith("data:image/svg")) images.push(request.url)
    })
    await page.goto(path, { waitUntil: "networkidle" })
    expect(images).toEqual([])
  })
}

test("what the ornaments of cards repeat is on their page", async ({ page }) => {
  for (const path of ["/", "/contact", "/donate", "/schedule"]) {
    await page.goto(path, { waitUntil: "networkidle" })
    expect(await page.locator(".card-eave use[href='#valance']").count(), path).toBeGreaterThan(0)
    expect(await page.evaluate(idsWithoutElement), path).toEqual([])
  }
})

test("the footer of a phone is laid out only when it comes near, and no page gets shorter for it", async ({ page }) => {
  for (const path of ["/about", "/fr/about", "/ht/about", "/es/about"]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    expect(await isFooterLaidOut(page), path).toBe(false)
    const height = await page.evaluate(heightOfPage)
    await page.evaluate(scrollToEnd)
    await expect.poll(() => isFooterLaidOut(page), path).toBe(true)
    expect(await page.evaluate(heightOfPage), path).toBeGreaterThanOrEqual(height)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto("/about")
  expect(await isFooterLaidOut(page)).toBe(true)
})

const isFooterLaidOut = (page: Page) =>
  page
    .locator("footer > :first-child > :first-child")
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))

const heightOfPage = () => document.documentElement.scrollHeight

const scrollToEnd = () => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" })

const idsWithoutElement = () =>
  [...document.querySelectorAll("use")]
    .map((use) => use.getAttribute("href") ?? "")
    .filter((address) => !document.querySelector(address))

const firstPaints = () => performance.getEntriesByName("first-contentful-paint").length

const isFontPreloaded = async (page: Page) => (await page.locator(`link[rel=preload][href="${FONT}"]`).count()) > 0
