import type { Browser, Page } from "@playwright/test"
import { type Cookies, PHONE, readPages, signIn, slowDown, withBrowser } from "./browser.ts"
import {
  type Control,
  describeState,
  findControl,
  focusControl,
  hydrateAll,
  markControls,
  observeInteractions,
  takeLongest,
} from "./controls.ts"
import { openBarePool } from "./database.ts"
import { seedLearners } from "./learning-seed.ts"
import { median } from "./load.ts"
import type { Product } from "./product.ts"
import type { Report } from "./results.ts"
import { registerAda } from "./sign-ins.ts"

const BUDGET_MS = 200
/** What takes longer is measured again, twice. */
const DOUBTFUL_MS = 100
const REST_MS = 500
const TABS = ["", "/courses", "/schedule", "/achievements", "/community", "/profile"]

const WINDOWS = [
  { name: "chat", path: "/", within: ".chat-panel" },
  { name: "join", path: "/programs", within: "#join" },
]

interface Screen {
  readonly name: string
  readonly address: string
  readonly within: string
  readonly cookies?: Cookies
  readonly open?: (page: Page) => Promise<void>
}

/**
 * From a tap, or a key, to the next paint (Event Timing), on a phone with a slow processor, for each control that somebody
 * sees. Links to other pages and buttons that send something are left out.
 */
export async function measureTaps({ url, dataFolder }: Product, report: Report): Promise<void> {
  const paths = (await readPages(url)).filter((path) => !/^\/(fr|ht|es)(\/|$)/.test(path))
  await registerAda(url)
  const pool = openBarePool(dataFolder)
  await seedLearners(pool, 1).finally(() => pool.end())
  await withBrowser(async (browser) => {
    const cookies = await signIn(browser, url)
    for (const tab of TABS) {
      const path = `/member-dashboard${tab}`
      await measureScreen(browser, { name: path, address: url + path, within: "body", cookies }, report)
    }
    for (const { name, path, within } of WINDOWS) {
      const open = async (page: Page) => {
        await page.locator(`#main [data-action=${name}], form > [data-action=${name}]`).first().tap()
        await page.locator(`${within} input:visible`).first().waitFor()
      }
      await measureScreen(browser, { name: `${name} window over ${path}`, address: url + path, within, open }, report)
    }
    for (const path of paths) await measureScreen(browser, { name: path, address: url + path, within: "body" }, report)
  })
}

async function measureScreen(browser: Browser, screen: Screen, report: Report): Promise<void> {
  let visit = await openVisit(browser, screen)
  const { controls } = visit
  const missed: string[] = []
  let slowest = { ms: 0, name: "no control" }
  for (const [index, control] of controls.entries()) {
    const operateAfresh = async () => {
      await visit.close()
      visit = await openVisit(browser, screen)
      return await operate(visit, index, control)
    }
    const first = (await operate(visit, index, control)) ?? (await operateAfresh())
    if (first === undefined) missed.push(control.name)
    else {
      const times = first > DOUBTFUL_MS ? [first, await operateAfresh(), await operateAfresh()] : [first]
      const ms = median(times.filter((time) => time !== undefined))
      if (ms > slowest.ms) slowest = { ms, name: `“${control.name}”` }
    }
    if (first === undefined || !(await isAsBefore(visit))) {
      await visit.close()
      visit = await openVisit(browser, screen)
    }
  }
  await visit.close()
  const misses = missed.length > 0 ? `, ${missed.length} could not be used: ${missed.join(", ")}` : ""
  report({
    metric: `${screen.name}, slowest tap on a phone`,
    measured: slowest.ms,
    budget: BUDGET_MS,
    bound: "max",
    unit: "ms",
    details: `${slowest.name} of ${controls.length}${misses}`,
  })
}

type Visit = Awaited<ReturnType<typeof openVisit>>

async function openVisit(browser: Browser, { address, within, cookies = [], open }: Screen) {
  const context = await browser.newContext({ ...PHONE, storageState: { cookies, origins: [] } })
  const page = await context.newPage()
  await page.addInitScript(observeInteractions)
  await page.goto(address)
  await page.evaluate(hydrateAll)
  await page.waitForLoadState("networkidle")
  await open?.(page)
  await page.waitForTimeout(REST_MS)
  await slowDown(page)
  const controls = await page.evaluate(markControls, within)
  return { page, controls, state: await page.evaluate(describeState), close: () => context.close() }
}

/** @returns milliseconds; undefined if another thing covers the control, if it is gone, or if the page is left */
async function operate({ page, controls }: Visit, index: number, { name, use }: Control): Promise<number | undefined> {
  if (controls[index]?.name !== name) return
  const find = async () => {
    const point = await page.evaluate(findControl, index)
    // What comes into view may load or move.
    await page.waitForTimeout(REST_MS / 2)
    return point
  }
  const isTapped = use === "tap" || use === "toggle"
  await find()
  if (!isTapped && !(await page.evaluate(focusControl, index))) return
  const point = await find()
  if (!point) return
  await page.evaluate(takeLongest)
  if (isTapped) await page.touchscreen.tap(point.x, point.y)
  else await page.keyboard.press(use === "type" ? "1" : "ArrowDown")
  await page.waitForTimeout(REST_MS)
  if (use === "toggle") {
    await page.touchscreen.tap(point.x, point.y)
    await page.waitForTimeout(REST_MS)
  }
  return await page.evaluate(takeLongest)
}

/** Closes what the tap has opened, if it can. */
async function isAsBefore({ page, state }: Visit): Promise<boolean> {
  await page.keyboard.press("Escape")
  await page.waitForTimeout(REST_MS / 2)
  return (await page.evaluate(describeState)) === state
}
