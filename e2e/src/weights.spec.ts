import { brotliCompressSync } from "node:zlib"
import { expect, type Page } from "@playwright/test"
import { signInAsAdmin } from "./admins.ts"
import { test } from "./fixtures.ts"
import { insertLesson, LESSON_PATH } from "./lessons.ts"
import {
  emulateNetwork,
  GOOD_NETWORK,
  loadAndMeasure,
  recordTraffic,
  SAVING_NETWORK,
  SLOW_NETWORK,
  type Traffic,
} from "./network.ts"
import { describeModules, readImports, readLastGood, readModules, writeLastGood } from "./page-modules.ts"
import { isEnglish, PUBLIC_ADDRESSES } from "./public-pages.ts"

// Compressed bytes as Chromium received them. A visit is counted with its headers. HTML_BYTES limits the body alone;
// with headers the document has to fit the first congestion window of 14.6 KB.
const FIRST_WINDOW_BYTES = 14_600
const HTML_BYTES = 13_500
const HEADER_BYTES = 1000
const INLINE_SCRIPT_BYTES = 1000
const SLOW_VISIT_BYTES = 45_000
const GOOD_VISIT_BYTES = 120_000
const ALL_SCRIPT_BYTES = 66_000
const APP_SCRIPT_BYTES = 80_000
const TAB_SCRIPT_BYTES = 12_000
const ADMIN_SCRIPT_BYTES = 130_000
const CHAT_BYTES = 20_000
const LESSON_BYTES = 60_000

// This is the last file: while one worker ran all of it, the others would have nothing to do.
test.describe.configure({ mode: "parallel" })
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

/** A slow visit is mostly waiting, so several run at once, each in a new browser context with an empty cache. */
const PARALLEL_VISITS = 6
/** These show what only a script can read (the token in an email's link, what the device has), or have no script. */
const SLOW_ADDRESSES = PUBLIC_ADDRESSES.filter(
  (address) =>
    !/\/(50[03]|application|guardian|monthly-gift|newsletters|proposal|receipts|saved|session)$/.test(address),
)
for (let first = 0; first < SLOW_ADDRESSES.length; first += PARALLEL_VISITS) {
  const addresses = SLOW_ADDRESSES.slice(first, first + PARALLEL_VISITS)
  test(`a slow connection loads no script before an interaction and stays within its budget: ${addresses.join(" ")}`, async ({
    browser,
  }) => {
    await Promise.all(
      addresses.map(async (address) => {
        const context = await browser.newContext()
        await checkSlowVisit(await context.newPage(), address)
        await context.close()
      }),
    )
  })
}

test("the page of a course fits the first congestion window", async ({ page }) => {
  for (const address of ["/learn/python-for-beginners", "/ht/learn/python-for-beginners"]) {
    await waitForBestCompression(page, address, FIRST_WINDOW_BYTES - HEADER_BYTES)
    const { byKind } = await loadAndMeasure(page, address)
    expectWithin(FIRST_WINDOW_BYTES, byKind["Document"] ?? Number.NaN, `${address} document`, [])
  }
})

async function checkSlowVisit(page: Page, address: string): Promise<void> {
  await waitForBestCompression(page, address)
  await emulateNetwork(page, SLOW_NETWORK)
  const traffic = await loadAndMeasure(page, address)
  expect.soft(scriptUrls(traffic), address).toEqual([])
  // The document inlines the styles that its islands can use.
  const islands = await islandScripts(page)
  expectWithin(FIRST_WINDOW_BYTES, traffic.byKind["Document"] ?? Number.NaN, `${address} document`, islands)
  expectWithin(HTML_BYTES, await htmlBytes(page), `${address} body`, islands)
  expect.soft(traffic.byKind["Media"] ?? 0, address).toBe(0)
  expect.soft(await inlineScriptBytes(page), address).toBeLessThanOrEqual(INLINE_SCRIPT_BYTES)
  expectWithin(SLOW_VISIT_BYTES, await measureScrolledVisit(page, traffic), `${address} slow visit`, islands)
}

test("with data saver a good connection stays within the budget of a slow one", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "save", value: "on", url: baseURL ?? "" }])
  await emulateNetwork(page, { ...GOOD_NETWORK, saveData: SAVING_NETWORK.saveData })
  const traffic = await loadAndMeasure(page, "/")
  expect.soft(traffic.total).toBeLessThanOrEqual(SLOW_VISIT_BYTES)
  expect.soft(traffic.byKind["Media"] ?? 0).toBe(0)
  expect.soft(scriptUrls(traffic)).toEqual([])
})

for (const address of PUBLIC_ADDRESSES.filter(isEnglish)) {
  test(`${address} on a good connection, with islands and fonts, stays within its budget`, async ({ page }) => {
    await emulateNetwork(page, GOOD_NETWORK)
    const traffic = await loadAndMeasure(page, address)
    const bytes = traffic.total - (traffic.byKind["Media"] ?? 0)
    expectWithin(GOOD_VISIT_BYTES, bytes, `${address} good visit`, scriptUrls(traffic))
  })
}

test("the home page's scripts stay within their budget when every island is hydrated", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" })
  const islands = await page.locator("[data-island]").all()
  expect(islands.length).toBeGreaterThan(0)
  for (const island of islands) {
    await island.evaluate((element) => {
      // The island element itself has no box; its first child has one.
      element.firstElementChild?.scrollIntoView()
      element.dispatchEvent(new FocusEvent("focusin", { bubbles: true }))
    })
    await expect(island).toHaveAttribute("data-hydrated")
  }
  await page.waitForLoadState("networkidle")
  const { bytes, urls } = await loadedScripts(page)
  expect(bytes).toBeGreaterThan(0)
  expectWithin(ALL_SCRIPT_BYTES, bytes, "home scripts", urls)
})

test("a lesson loads no more than its budget after another page of the site", async ({ page, sql }) => {
  await insertLesson(sql)
  await emulateNetwork(page, GOOD_NETWORK)
  await loadAndMeasure(page, "/")
  const traffic = await loadAndMeasure(page, LESSON_PATH)
  await expect(page.getByText("Saved", { exact: true })).toBeVisible()
  expectWithin(LESSON_BYTES, traffic.total, "lesson visit", scriptUrls(traffic))
})

test("the scripts of the dashboard and of its tabs stay within their budgets", async ({ page, user, baseURL }) => {
  const profile = { firstName: "Ada", lastName: "P", username: user.email.slice(0, 20), email: user.email }
  await page.request.post("/api/auth/register", {
    data: { ...profile, password: "anba pye mango a", loginProvider: "haitech" },
    headers: { origin: baseURL ?? "" },
  })
  await page.goto("/member-dashboard", { waitUntil: "networkidle" })
  await expect(page.getByRole("heading", { name: "Welcome back, Ada!" })).toBeVisible()
  let before = await loadedScripts(page)
  const island = before.urls.find((url) => url.includes("/island-Dashboard-")) ?? ""
  const imports = readImports(island)
  const app = await loadedScripts(page, (url) => imports.has(url.replace(/^.*\/assets\//, "assets/")))
  expect(app.bytes).toBeGreaterThan(60_000)
  expectWithin(APP_SCRIPT_BYTES, app.bytes, "dashboard scripts", app.urls)
  expectWithin(TAB_SCRIPT_BYTES, before.bytes - app.bytes, "first tab's scripts", before.urls)
  const tabs = await page.getByRole("navigation", { name: "Your dashboard" }).getByRole("link").all()
  const traffic = await recordTraffic(page)
  for (const tab of tabs.slice(1)) {
    await tab.click()
    await expect(tab).toHaveAttribute("aria-current")
    await expect(page.locator("#main .skeleton, #main .loading-overlay")).toHaveCount(0)
    await traffic.settle()
    const after = await loadedScripts(page)
    expectWithin(TAB_SCRIPT_BYTES, after.bytes - before.bytes, `${await tab.textContent()} scripts`, after.urls)
    before = after
  }
})

test("the scripts of the admin area's first page stay within their budget", async ({ page, baseURL }) => {
  await signInAsAdmin(page, baseURL)
  await page.goto("/admin", { waitUntil: "networkidle" })
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
  const { bytes, urls } = await loadedScripts(page)
  expect(bytes).toBeGreaterThan(60_000)
  expectWithin(ADMIN_SCRIPT_BYTES, bytes, "admin scripts", urls)
})

test("opening the chat loads no more than its budget beside React", async ({ page }) => {
  await emulateNetwork(page, SLOW_NETWORK)
  await loadAndMeasure(page, "/fr/about")
  await page.evaluate(() => performance.clearResourceTimings())
  await page.getByRole("button", { name: "Ouvrir le chat" }).click()
  await expect(page.getByText("Commence une conversation")).toBeVisible()
  await page.waitForLoadState("networkidle")
  const [reactBytes, otherBytes] = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    const sum = (entries: typeof files) => entries.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0)
    const isReact = ({ name }: { name: string }) => /\/react-[^/]*\.js$/.test(name)
    return [sum(files.filter(isReact)), sum(files.filter((file) => !isReact(file)))] as const
  })
  expect(reactBytes).toBeGreaterThan(50_000)
  expect(otherBytes).toBeGreaterThan(10_000)
  expectWithin(CHAT_BYTES, otherBytes, "chat", (await loadedScripts(page)).urls)
})

test("a visit sends requests to the product's own origin only", async ({ page, product }) => {
  await emulateNetwork(page, GOOD_NETWORK)
  const { requests } = await loadAndMeasure(page, "/")
  expect(requests.filter(({ url }) => !url.startsWith(product.url))).toEqual([])
})

function scriptUrls({ requests }: Traffic): string[] {
  return requests.filter(({ kind }) => kind === "Script").map(({ url }) => url)
}

/** The compressed size of the document's body, in bytes. */
async function htmlBytes(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    return document?.encodedBodySize ?? Number.NaN
  })
}

/** After a start the server sends pages with records in a fast compression until the best one is ready. */
async function waitForBestCompression({ request }: Page, address: string, limit = HTML_BYTES): Promise<void> {
  const size = async () => Number((await request.get(address)).headers()["content-length"])
  // The checks of the page report a page that stays too large.
  await expect
    .poll(size, { timeout: 60_000 })
    .toBeLessThanOrEqual(limit)
    .catch(() => undefined)
}

/** The addresses of all loaded script files and their compressed size in bytes. */
async function loadedScripts(page: Page, isCounted = (_url: string) => true): Promise<Scripts> {
  const files = await page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    return entries.map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))
  })
  const scripts = files.filter(({ name }) => name.endsWith(".js") && isCounted(name))
  return {
    urls: scripts.map(({ name }) => name),
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
}

interface Scripts {
  readonly urls: string[]
  readonly bytes: number
}

/** The addresses of the page's islands, which a slow visit does not load. */
async function islandScripts(page: Page): Promise<string[]> {
  const islands = await page.locator("[data-island]").all()
  return await Promise.all(islands.map(async (island) => (await island.getAttribute("data-island")) ?? ""))
}

/** Expects a size within its budget. The message of a failure names the modules that have grown, and who imports them. */
function expectWithin(budget: number, bytes: number, name: string, scripts: readonly string[]): void {
  const modules = readModules(scripts)
  if (bytes <= budget) writeLastGood(name, modules)
  expect.soft(bytes, `${name}. ${describeModules(modules, readLastGood(name))}`).toBeLessThanOrEqual(budget)
}

/** The size of the inline scripts, in bytes after brotli. */
async function inlineScriptBytes(page: Page): Promise<number> {
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll("script:not([src])")]
      .filter((script) => ["", "module", "text/javascript"].includes(script.getAttribute("type") ?? ""))
      .map((script) => script.textContent ?? ""),
  )
  expect(scripts.length).toBeGreaterThan(0)
  return brotliCompressSync(scripts.join("\n")).length
}

/** Scrolls to the end without any interaction and returns the total bytes of the visit, scripts of the scrolling excluded. */
async function measureScrolledVisit(page: Page, before: Traffic): Promise<number> {
  const traffic = await recordTraffic(page)
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo(0, top)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
  await traffic.settle()
  const requests = traffic.snapshot().requests.filter(({ kind }) => kind !== "Script")
  return before.total + requests.reduce((sum, { bytes }) => sum + bytes, 0)
}
