import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { register } from "./members.ts"
import { isEnglish, PUBLIC_ADDRESSES } from "./public-pages.ts"

const ASSETS = join(import.meta.dirname, "../../web/dist/client/assets")
const STYLE_SHEET = readFileSync(join(ASSETS, globSync("site-*.css", { cwd: ASSETS })[0] ?? ""), "utf8")

for (const address of PUBLIC_ADDRESSES.filter(isEnglish)) {
  test(`${address} has every style its elements need, before and after hydration`, async ({ page }) => {
    await page.goto(address)
    expect(await findMissingSelectors(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    // The last one first: the donation form is the first of its page, and its dialog covers the others.
    for (const form of (await page.locator("main form[method=post]").filter({ visible: true }).all()).toReversed()) {
      await form.locator("input:not([type=hidden])").first().focus()
      await form.locator("[type=submit]").first().click()
    }
    await page.waitForLoadState("networkidle")
    expect(await findMissingSelectors(page)).toEqual([])
  })
}

for (const address of ["/", "/contact", "/member-dashboard"]) {
  test(`the chat on ${address} loads the styles that the page does not have`, async ({ page, user, baseURL }) => {
    await register(page, user, baseURL)
    await page.goto(`${address}#chat`)
    const panel = page.getByRole("dialog", { name: "Chat with HaiTech" })
    await expect(panel.getByText("Start a conversation!")).toBeVisible()
    await panel.getByRole("button", { name: "Send message" }).click()
    await expect(panel.getByText("Message is required")).toBeVisible()
    expect(await findMissingSelectors(page)).toEqual([])
  })
}

test("the join dialog has its styles on a page without a form", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/about")
  await page.getByRole("banner").getByLabel("Menu", { exact: true }).click()
  await page.getByRole("link", { name: "Join Free" }).click()
  const dialog = page.getByRole("dialog", { name: "Join HaiTech" })
  await expect(dialog.getByLabel("Program of Interest")).toHaveCSS("appearance", "none")
  await dialog.getByRole("button", { name: "Join" }).click()
  expect(await findMissingSelectors(page)).toEqual([])
})

/** Finds selectors of the full style sheet that match an element of the page but are missing from the page's styles. */
async function findMissingSelectors(page: Page): Promise<string[]> {
  return await page.evaluate((source) => {
    const fullSheet = new CSSStyleSheet()
    fullSheet.replaceSync(source)
    const pageSelectors = new Set([...document.styleSheets].flatMap((each) => listSelectors(each.cssRules, "")))
    return listSelectors(fullSheet.cssRules, "").filter(
      (selector) => !pageSelectors.has(selector) && isPurged(selector),
    )

    function listSelectors(rules: CSSRuleList, conditions: string): string[] {
      return [...rules].flatMap((rule) => {
        if (rule instanceof CSSStyleRule) {
          return splitList(rule.selectorText)
            .flatMap(expandIs)
            .map((selector) => `${conditions}|${selector.trim()}`)
        }
        const condition = rule instanceof CSSConditionRule ? rule.conditionText : ""
        return rule instanceof CSSGroupingRule ? listSelectors(rule.cssRules, conditions + condition) : []
      })
    }

    /** At the commas outside of parentheses. */
    function splitList(list: string): string[] {
      let depth = 0
      const separated = [...list].map((sign) => {
        depth += Number(sign === "(") - Number(sign === ")")
        return sign === "," && depth === 0 ? "\n" : sign
      })
      return separated.join("").split("\n")
    }

    // For `:is(h2, h3)` the purge drops the alternative that a page does not use, so each one is compared alone.
    function expandIs(selector: string): string[] {
      const [match, choices] = /:is\(([^()]*)\)/.exec(selector) ?? []
      if (!match || !choices) return [selector]
      return choices.split(",").flatMap((choice) => expandIs(selector.replace(match, choice.trim())))
    }

    function isPurged(selector: string): boolean {
      const stateless = selector.slice(selector.indexOf("|") + 1).replace(/(?<!\\)::?[a-z-]+(?![\w(-])/g, "") || "*"
      try {
        return stateless !== "*" && document.querySelector(stateless) !== null
      } catch {
        // Without its states the selector is invalid, like `:has()` of `:has(:checked)`, so the full selector is used.
        return document.querySelector(selector.slice(selector.indexOf("|") + 1)) !== null
      }
    }
  }, STYLE_SHEET)
}

const LESSON = "learn/python-for-beginners/a-small-phone-book"
const SLOW = "3g"
const GOOD = "4g"
for (const [address, width, line] of [
  [`/fr/${LESSON}`, 360, SLOW],
  [`/${LESSON}`, 412, GOOD],
  ["/ht", 320, SLOW],
  ["/fr/safety", 390, SLOW],
  ["/es", 1280, SLOW],
] as const) {
  test(`nothing moves on ${address} at ${width} px when the fonts come late over a line of ${line}`, async ({
    page,
  }) => {
    await page.addInitScript(
      (effectiveType) => Object.defineProperty(navigator, "connection", { value: { effectiveType } }),
      line,
    )
    await page.setViewportSize({ width, height: 800 })
    await page.route("**/fonts/*", async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
      await route.continue()
    })
    await page.goto(address)
    await page.evaluate(async () => void (await document.fonts.ready))
    // Islands are hydrated when the page has come to rest.
    await page.waitForLoadState("networkidle")
    expect(await page.evaluate(sumOfShifts)).toBeLessThanOrEqual(0.01)
  })
}

test("the title of a course gives way when the lesson says that it is saved", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/ht/${LESSON}`)
  const row = page.locator(".lesson-bar-row")
  await expect(row.getByText("Anrejistre", { exact: true })).toBeVisible()
  expect((await row.boundingBox())?.height).toBe(52)
})

function sumOfShifts(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: "layout-shift", buffered: true })
    // The observer reports what is buffered before a task of lower priority runs.
    requestIdleCallback(() => resolve(sum))
  })
}
