import { brotliCompressSync } from "node:zlib"
import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import {
  emulateNetwork,
  GOOD_NETWORK,
  loadAndMeasure,
  recordTraffic,
  SAVING_NETWORK,
  SLOW_NETWORK,
  type Traffic,
} from "./network.ts"
import { isEnglish, PUBLIC_ADDRESSES } from "./public-pages.ts"

// Bytes as Chromium received them, compressed. A whole visit is counted with its headers, a page's HTML without: what
// it weighs is ours, and 14.6 KB with them is what a first congestion window carries.
const FIRST_WINDOW_BYTES = 14_600
const HTML_BYTES = 13_500
const INLINE_SCRIPT_BYTES = 1000
const SLOW_VISIT_BYTES = 45_000
const GOOD_VISIT_BYTES = 120_000
const ALL_SCRIPT_BYTES = 66_000
const APP_SCRIPT_BYTES = 86_000
const TAB_SCRIPT_BYTES = 12_000
const CHAT_BYTES = 20_000

test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

/** Such a visit is mostly waiting: several at once, each in a browser of its own that has nothing yet. */
const AT_ONCE = 6
for (let first = 0; first < PUBLIC_ADDRESSES.length; first += AT_ONCE) {
  const addresses = PUBLIC_ADDRESSES.slice(first, first + AT_ONCE)
  test(`on a slow line no script before somebody touches it, and a light visit: ${addresses.join(" ")}`, async ({
    browser,
  }) => {
    await Promise.all(
      addresses.map(async (address) => {
        const context = await browser.newContext()
        await visitSlowly(await context.newPage(), address)
        await context.close()
      }),
    )
  })
}

async function visitSlowly(page: Page, address: string): Promise<void> {
  await emulateNetwork(page, SLOW_NETWORK)
  const visit = await loadAndMeasure(page, address)
  expect.soft(scripts(visit), address).toEqual([])
  expect.soft(visit.byKind["Document"], address).toBeLessThanOrEqual(FIRST_WINDOW_BYTES)
  expect.soft(await htmlBytes(page), address).toBeLessThanOrEqual(HTML_BYTES)
  expect.soft(visit.byKind["Media"] ?? 0, address).toBe(0)
  expect.soft(await inlineScript(page), address).toBeLessThanOrEqual(INLINE_SCRIPT_BYTES)
  expect.soft(await readToTheEnd(page, visit), address).toBeLessThanOrEqual(SLOW_VISIT_BYTES)
}

test("with data saver a good line is as light as a slow one", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "save", value: "on", url: baseURL ?? "" }])
  await emulateNetwork(page, { ...GOOD_NETWORK, saveData: SAVING_NETWORK.saveData })
  const visit = await loadAndMeasure(page, "/")
  expect.soft(visit.total).toBeLessThanOrEqual(SLOW_VISIT_BYTES)
  expect.soft(visit.byKind["Media"] ?? 0).toBe(0)
  expect.soft(scripts(visit)).toEqual([])
})

for (const address of PUBLIC_ADDRESSES.filter(isEnglish)) {
  test(`${address} on a good line, with idle islands and fonts, stays within its budget`, async ({ page }) => {
    await emulateNetwork(page, GOOD_NETWORK)
    const visit = await loadAndMeasure(page, address)
    expect(visit.total - (visit.byKind["Media"] ?? 0)).toBeLessThanOrEqual(GOOD_VISIT_BYTES)
  })
}

test("all script of the home page, once everything on it is awake, stays within its budget", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" })
  const islands = await page.locator("[data-island]").all()
  expect(islands.length).toBeGreaterThan(0)
  for (const island of islands) {
    await island.evaluate((element) => {
      // The island itself has no box: what stands in it has.
      element.firstElementChild?.scrollIntoView()
      element.dispatchEvent(new FocusEvent("focusin", { bubbles: true }))
    })
    await expect(island).toHaveAttribute("data-hydrated")
  }
  await page.waitForLoadState("networkidle")
  const script = await scriptBytes(page)
  expect(script).toBeGreaterThan(0)
  expect(script).toBeLessThanOrEqual(ALL_SCRIPT_BYTES)
})

test("the dashboard's first load, and what its profile adds, stay within their budgets", async ({
  page,
  user,
  baseURL,
}) => {
  const data = { firstName: "Ada", lastName: "P", username: user.email.slice(0, 20), email: user.email }
  await page.request.post("/api/auth/register", {
    data: { ...data, password: "anba pye mango a", loginProvider: "haitech" },
    headers: { origin: baseURL ?? "" },
  })
  await page.goto("/member-dashboard", { waitUntil: "networkidle" })
  await expect(page.getByRole("heading", { name: "Welcome back, Ada!" })).toBeVisible()
  const first = await scriptBytes(page)
  expect(first).toBeGreaterThan(60_000)
  expect(first).toBeLessThanOrEqual(APP_SCRIPT_BYTES)
  await page.getByRole("link", { name: "Profile", exact: true }).click()
  await expect(page.getByText("This device")).toBeVisible()
  expect((await scriptBytes(page)) - first).toBeLessThanOrEqual(TAB_SCRIPT_BYTES)
})

test("what a tap on the chat fetches beside React stays within its budget", async ({ page }) => {
  await emulateNetwork(page, SLOW_NETWORK)
  await loadAndMeasure(page, "/fr/about")
  await page.evaluate(() => performance.clearResourceTimings())
  await page.getByRole("button", { name: "Ouvrir la discussion" }).click()
  await expect(page.getByText("Commence une conversation")).toBeVisible()
  await page.waitForLoadState("networkidle")
  const [react, beside] = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    const sum = (some: typeof files) => some.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    const isReact = ({ name }: { name: string }) => /\/react-[^/]*\.js$/.test(name)
    return [sum(files.filter(isReact)), sum(files.filter((file) => !isReact(file)))] as const
  })
  expect(react).toBeGreaterThan(50_000)
  expect(beside).toBeGreaterThan(10_000)
  expect(beside).toBeLessThanOrEqual(CHAT_BYTES)
})

test("a visit talks to nobody but us", async ({ page, product }) => {
  await emulateNetwork(page, GOOD_NETWORK)
  const { requests } = await loadAndMeasure(page, "/")
  expect(requests.filter(({ url }) => !url.startsWith(product.url))).toEqual([])
})

function scripts({ requests }: Traffic): string[] {
  return requests.filter(({ kind }) => kind === "Script").map(({ url }) => url)
}

/** The document's body as it came over the wire. */
async function htmlBytes(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    return document?.encodedBodySize ?? Number.NaN
  })
}

/** Every script file's body as it came over the wire. */
async function scriptBytes(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    return files
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  })
}

/** The scripts that run inside the page, in the bytes they add to it. */
async function inlineScript(page: Page): Promise<number> {
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll("script:not([src])")]
      .filter((script) => ["", "module", "text/javascript"].includes(script.getAttribute("type") ?? ""))
      .map((script) => script.textContent ?? ""),
  )
  expect(scripts.length).toBeGreaterThan(0)
  return brotliCompressSync(scripts.join("\n")).length
}

/** Scrolls down as a reader does, without touching anything, and counts what that fetched, too. */
async function readToTheEnd(page: Page, before: Traffic): Promise<number> {
  const wire = await recordTraffic(page)
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  await page.waitForLoadState("networkidle")
  const images = wire.snapshot().requests.filter(({ kind }) => kind !== "Script")
  return before.total + images.reduce((sum, { bytes }) => sum + bytes, 0)
}
