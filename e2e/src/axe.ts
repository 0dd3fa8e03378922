import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "@playwright/test"

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
const MOST_STOPS = 200

/** What a theme can break. */
const OF_COLORS = ["color-contrast", "link-in-text-block"]

const THEMES = ["light", "dark"] as const

/** What axe finds against WCAG 2.2 A and AA and its own good practice, in each theme: one sentence each. */
export async function axe(page: Page, themes: readonly (typeof THEMES)[number][] = THEMES): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    // Half a fade has half a contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] })
    const { violations } = await (colorScheme === themes[0]
      ? builder.withTags(RULES)
      : builder.withRules(OF_COLORS)
    ).analyze()
    for (const { id, help, nodes } of violations) {
      for (const { target } of nodes) found.push(`${colorScheme}: ${id} at ${target.join(" ")}: ${help}`)
    }
  }
  return found
}

/** Animations take ten times as long from now on: however slow the machine, there is time to look at one. */
export async function slowDown(page: Page): Promise<void> {
  const animations = await page.context().newCDPSession(page)
  await animations.send("Animation.enable")
  await animations.send("Animation.setPlaybackRate", { playbackRate: 0.1 })
}

/** Where the focus stands: who it is, and whether a reader can see it. */
export interface Stop {
  readonly name: string
  readonly tag: string
  readonly isVisible: boolean
  readonly hasRing: boolean
}

/** Everything that Tab reaches from the top of a page, in its order. */
export async function keyboardPath(page: Page): Promise<Stop[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const path: Stop[] = []
  for (let at = 0; at < MOST_STOPS; at++) {
    await page.keyboard.press("Tab")
    const stop = await page.evaluate(stopHere)
    if (!stop) return path
    path.push(stop)
  }
  throw new Error(`after ${MOST_STOPS} steps the keyboard is still on the page: ${path.at(-1)?.name}`)
}

/** Runs in the page. Null once the focus has left it, or has come round. */
function stopHere(): Stop | null {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body || at.dataset["visited"]) return null
  at.dataset["visited"] = "yes"
  const labels = (at as HTMLInputElement).labels?.[0]?.textContent
  const { width, height, top, left } = at.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at)
  return {
    name: (at.getAttribute("aria-label") ?? labels ?? at.textContent ?? "").trim().replace(/\s+/g, " "),
    tag: at.tagName.toLowerCase(),
    isVisible:
      width > 1 && height > 1 && top < innerHeight && left < innerWidth && top + height > 0 && left + width > 0,
    hasRing: (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none",
  }
}

/** Presses Tab until the focus stands on what matches, as a reader without a pointer does. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let at = 0; at < MOST_STOPS; at++) {
    await page.keyboard.press("Tab")
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
  }
  throw new Error(`Tab does not reach ${selector}`)
}
