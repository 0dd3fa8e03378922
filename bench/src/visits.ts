import type { Browser, Page } from "@playwright/test"
import { type Cookies, PHONE, readPages, signIn, slowDown, withBrowser } from "./browser.ts"
import { median } from "./load.ts"
import type { Product } from "./product.ts"
import type { Report } from "./results.ts"
import { registerAda } from "./sign-ins.ts"
import { openSlowLine } from "./slow-line.ts"

const VISITS = 3
const WIDTHS = [320, 360, 390, 412, 600, 768, 1024, 1280, 1440]
const TABS = 6
const FONT_MS = 600
/** Islands are hydrated meanwhile. */
const REST_MS = 1500

/** The largest paint of each public page in English and French, the longest texts, and the dashboard's first one and content. */
export async function measureSlowLine({ url }: Product, report: Report): Promise<void> {
  const port = Number(new URL(url).port)
  const paths = (await readPages(url)).filter((path) => !/^\/(ht|es)(\/|$)/.test(path))
  await registerAda(url)
  await requestTwice(paths.map((path) => url + path))
  await withBrowser(async (browser) => {
    const measure = async (path: string, until: Moment, budget: number, cookies: Cookies) => {
      const times: number[] = []
      for (let visit = 0; visit < VISITS; visit++)
        times.push(await secondsUntil(browser, port, { path, until, cookies }))
      report({ metric: `${path} on a slow line, ${until}`, measured: median(times), budget, bound: "max", unit: "s" })
    }
    const cookies = await signIn(browser, url)
    await measure("/member-dashboard", "first paint", 1.9, cookies)
    await measure("/member-dashboard", "content", 6.5, cookies)
    for (const path of paths) await measure(path, "largest paint", 1.55, [])
  })
}

/** Afterwards all pages are compressed at the highest level, as those of a site in use. */
async function requestTwice(addresses: readonly string[]): Promise<void> {
  for (const address of [...addresses, ...addresses]) await (await fetch(address)).arrayBuffer()
}

const ENTRIES = { "first paint": "paint", "largest paint": "largest-contentful-paint" } as const
type Moment = keyof typeof ENTRIES | "content"

/** What moves when the fonts come late over a slow line, at nine widths in four languages. */
export async function measureShifts({ url }: Product, report: Report): Promise<void> {
  const visits = (await readPages(url)).flatMap((path) => WIDTHS.map((width) => ({ path, width })))
  let worst = { shift: 0, details: "" }
  await withBrowser(async (browser) => {
    const tab = async () => {
      for (let visit = visits.pop(); visit; visit = visits.pop()) {
        const shift = await shiftOf(browser, url + visit.path, visit.width)
        if (shift > worst.shift) worst = { shift, details: `${visit.path} at ${visit.width} px` }
      }
    }
    await Promise.all(Array.from({ length: TABS }, tab))
  })
  const { shift: measured, details } = worst
  report({
    metric: "largest layout shift, with late fonts on a slow line",
    measured,
    budget: 0.01,
    bound: "max",
    unit: "",
    details,
  })
}

interface SlowVisit {
  readonly path: string
  readonly until: Moment
  readonly cookies: Cookies
}

async function secondsUntil(browser: Browser, port: number, { path, until, cookies }: SlowVisit): Promise<number> {
  const line = await openSlowLine(port)
  const context = await browser.newContext(PHONE)
  await context.addCookies(cookies)
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(line.url + path)
  const ms = await (until === "content" ? timeOfContent(page) : timeOfPaint(page, ENTRIES[until]))
  await context.close()
  line.close()
  return ms / 1000
}

function timeOfPaint(page: Page, type: string): Promise<number> {
  return page.evaluate(
    (entries) =>
      new Promise<number>((resolve) => {
        const last = (list: PerformanceObserverEntryList) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)
        new PerformanceObserver(last).observe({ type: entries, buffered: true })
      }),
    type,
  )
}

/** Of the dashboard's first tab, without what it shows while it loads. */
async function timeOfContent(page: Page): Promise<number> {
  const time = await page.waitForFunction(
    () =>
      document.querySelector(".learning-page") &&
      !document.querySelector("#main .skeleton, #main .loading-overlay") &&
      performance.now(),
  )
  return Number(await time.jsonValue())
}

async function shiftOf(browser: Browser, address: string, width: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: 800 } })
  const page = await context.newPage()
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g" } }))
  await page.route("**/fonts/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, FONT_MS))
    await route.continue()
  })
  await page.goto(address)
  await page.evaluate(async () => void (await document.fonts.ready))
  await page.waitForTimeout(REST_MS)
  const shift = await sumOfShifts(page)
  await context.close()
  return shift
}

const sumOfShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sum = (list: PerformanceObserverEntryList) =>
          resolve(
            list
              .getEntries()
              .reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0),
          )
        new PerformanceObserver(sum).observe({ type: "layout-shift", buffered: true })
        setTimeout(() => resolve(0), 100)
      }),
  )
