import { expect, type Page } from "@playwright/test"
import { signInAsAdmin } from "./admins.ts"
import { axe } from "./axe.ts"
import { measuredTest as test } from "./fixtures.ts"

const SCRIPT = /\/assets\/vitals-/
/** More than the five seconds for which a page rests. */
const AT_REST_MS = 7_000
const THEMES = ["light", "dark"] as const

/** The address of the script that a page's document asks for, if any. */
async function scriptIn(page: Page, address: string): Promise<boolean> {
  const response = await page.goto(address)
  return SCRIPT.test((await response?.text()) ?? "")
}

test("a measured visit sends its page, language and buckets once, when the reader leaves", async ({ page }) => {
  await page.addInitScript(keepBeacon)
  const loaded = page.waitForResponse(SCRIPT)
  await expect.poll(() => scriptIn(page, "/ht/about?from=friend")).toBe(true)
  await (await loaded).finished()
  await page.mouse.click(5, 200)
  // Observers get what happened before them a moment later.
  await page.waitForTimeout(1000)
  const sent = page.waitForResponse("**/api/web-vitals")
  // Other tabs do not hide a page of a headless browser.
  const hide = () =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true })
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
    })
  await expect(async () => {
    await hide()
    expect(await countBeacons(page)).toBe(1)
  }).toPass()
  const response = await sent
  expect(response.status()).toBe(202)
  const { bounds, ...visit } = JSON.parse((await page.locator("html").getAttribute("data-beacon")) ?? "{}")
  expect(visit).toEqual({ page: "/about", language: "ht", line: expect.any(String) })
  expect(bounds).toMatchObject({ LCP: expect.any(Number), CLS: expect.any(Number), TTFB: expect.any(Number) })
  await hide()
  await page.goto("/ht/privacy")
  expect(await countBeacons(page)).toBe(1)
})

/** Runs in the page: the browser does not tell the body of a beacon. */
function keepBeacon(): void {
  const blobs = globalThis.Blob
  globalThis.Blob = class extends blobs {
    constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
      super(parts, options)
      document.documentElement.dataset["beacon"] = String(parts[0])
    }
  }
}

async function countBeacons(page: Page): Promise<number> {
  const metrics = await (await page.request.get("/metrics")).text()
  return Number(
    /^http_requests_total\{method="POST",route="\/api\/web-vitals",status="202"\} (\d+)$/m.exec(metrics)?.[1],
  )
}

test("who wants privacy or saves data is not measured, and neither is the admin area", async ({ browser, baseURL }) => {
  const headers = [{ "sec-gpc": "1" }, { dnt: "1" }, { "save-data": "on" }, { cookie: "save=on" }]
  for (const extraHTTPHeaders of headers) {
    const context = await browser.newContext({ extraHTTPHeaders, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    expect(await scriptIn(page, "/about"), JSON.stringify(extraHTTPHeaders)).toBe(false)
    await context.close()
  }
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  expect(await scriptIn(page, "/admin")).toBe(false)
  await expect.poll(() => scriptIn(page, "/privacy")).toBe(true)
  await context.close()
})

const week = (monday: string, page: string, p75: Readonly<Record<string, number>>) =>
  Object.entries(p75).map(([metric, bound]) => ({ week: monday, page, metric, p75: bound, visits: 40 }))

const REPORT = {
  isOn: true,
  weeks: [
    ...week("2026-10-26", "/", { LCP: 60_000, INP: 100, CLS: 10, TTFB: 1000 }),
    ...week("2026-11-09", "/", { LCP: 4000, INP: 300, CLS: 150, TTFB: 800 }),
    ...week("2026-11-16", "/", { LCP: 2500, INP: 750, CLS: 350, TTFB: 600 }),
    ...week("2026-11-16", "/learn/:id/:id", { LCP: 3500, TTFB: 2500 }),
  ],
  groups: [
    { name: "ht", metric: "LCP", p75: 3000, visits: 30 },
    { name: "slow-2g", metric: "LCP", p75: 60_000, visits: 3 },
    { name: "unknown", metric: "CLS", p75: 10, visits: 9 },
  ],
}

test("an administrator reads the speed of the pages by keyboard, in both themes and on a phone", async ({
  page,
  baseURL,
}) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin/system")
  const section = page.getByRole("region", { name: "Speed of the pages" })
  await expect(section).toContainText("No visit was measured yet.")
  await page.route("**/api/admin/system/web-vitals", (route) => route.fulfill({ json: REPORT }))
  await page.reload()
  const weeks = section.getByRole("region", { name: "By week" })
  await expect(weeks.getByRole("row")).toHaveText([
    /^Week of/,
    /^November 16, 2026up to 2,500\sms Goodup to 750\sms Poorup to 0.35 Poorup to 600\sms Good40$/,
    /^November 9, 2026up to 4,000\sms Fair/,
    /^October 26, 2026over 12,000\sms Poor/,
  ])
  await expect(section.getByRole("region", { name: "All pages by language" }).getByRole("row")).toHaveCount(4)
  const choice = section.getByRole("combobox", { name: "Page" })
  await choice.focus()
  await choice.press("ArrowDown")
  await expect(weeks.getByRole("row")).toHaveCount(2)
  await choice.press("ArrowUp")
  await expect(weeks.getByRole("row")).toHaveCount(4)
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axe(page, THEMES), `${width}`).toEqual([])
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0)
  }
})

test("a report that fails can be tried again", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  let isDown = true
  await page.route("**/api/admin/system/web-vitals", (route) =>
    isDown ? route.abort() : route.fulfill({ json: { ...REPORT, isOn: false, weeks: [] } }),
  )
  await page.goto("/ht/admin/system")
  const section = page.getByRole("region", { name: "Vitès paj yo" })
  const again = section.getByRole("alert").getByRole("button")
  await expect(again).toBeVisible({ timeout: AT_REST_MS * 3 })
  isDown = false
  await again.press("Enter")
  await expect(section).toContainText("WEB_VITALS_SAMPLE se 0.")
})
