import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { test } from "./fixtures.ts"
import { isEnglish, PUBLIC_ADDRESSES } from "./public-pages.ts"

const ASSETS = join(import.meta.dirname, "../../web/dist/client/assets")
const SHEET = readFileSync(join(ASSETS, globSync("site-*.css", { cwd: ASSETS })[0] ?? ""), "utf8")

for (const address of PUBLIC_ADDRESSES.filter(isEnglish)) {
  test(`${address} carries every style that anything on it wears, asleep and awake`, async ({ page }) => {
    await page.goto(address)
    expect(await missing(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    for (const form of await page.locator("main form[method=post]").all()) {
      await form.locator("input:not([type=hidden])").first().focus()
      await form.locator("[type=submit]").first().click()
    }
    await page.waitForLoadState("networkidle")
    expect(await missing(page)).toEqual([])
  })
}

for (const address of ["/", "/login", "/member-dashboard"]) {
  test(`the chat brings what ${address} does not carry`, async ({ page }) => {
    await page.goto(`${address}#chat`)
    const panel = page.getByRole("dialog", { name: "Chat with HaiTech" })
    await expect(panel.getByText("Start a conversation!")).toBeVisible()
    await panel.getByRole("button", { name: "Send message" }).click()
    await expect(panel.getByText("Name is required")).toBeVisible()
    expect(await missing(page)).toEqual([])
  })
}

/** Selectors of the whole style sheet that match something here, and that the page's own styles do not have. */
async function missing(page: Page): Promise<string[]> {
  return await page.evaluate((sheet) => {
    const whole = new CSSStyleSheet()
    whole.replaceSync(sheet)
    const own = new Set([...document.styleSheets].flatMap((each) => selectors(each.cssRules, "")))
    return selectors(whole.cssRules, "").filter((selector) => !own.has(selector) && isPurged(selector))

    function selectors(rules: CSSRuleList, around: string): string[] {
      return [...rules].flatMap((rule) => {
        if (rule instanceof CSSStyleRule) {
          const alone = rule.selectorText.split(/,(?![^(]*\))/)
          return alone.flatMap(spelledOut).map((selector) => `${around}|${selector.trim()}`)
        }
        const condition = rule instanceof CSSConditionRule ? rule.conditionText : ""
        return rule instanceof CSSGroupingRule ? selectors(rule.cssRules, around + condition) : []
      })
    }

    // Of `:is(h2, h3)` a page without an h3 keeps the half it needs.
    function spelledOut(selector: string): string[] {
      const [whole, choices] = /:is\(([^()]*)\)/.exec(selector) ?? []
      if (!whole || !choices) return [selector]
      return choices.split(",").flatMap((choice) => spelledOut(selector.replace(whole, choice.trim())))
    }

    function isPurged(selector: string): boolean {
      const plain = selector.slice(selector.indexOf("|") + 1).replace(/(?<!\\)::?[a-z-]+(?![\w(-])/g, "") || "*"
      try {
        return plain !== "*" && document.querySelector(plain) !== null
      } catch {
        // Without its states nothing is left of it, as of `:has(:checked)`: then as it stands.
        return document.querySelector(selector.slice(selector.indexOf("|") + 1)) !== null
      }
    }
  }, SHEET)
}
