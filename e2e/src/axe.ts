import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "@playwright/test"
import type axeCore from "axe-core"

declare global {
  interface Window {
    readonly axe?: typeof axeCore
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
const MAX_TAB_STOPS = 200

/** The rules whose result depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"]

const THEMES = ["light", "dark"] as const

/**
 * Runs axe in each theme against WCAG 2.2 A and AA and axe's best practices. The first theme is checked against all rules,
 * the others against the color rules only.
 * @returns one line per violating element; empty when there is none
 */
export async function axe(page: Page, themes: readonly (typeof THEMES)[number][] = THEMES): Promise<string[]> {
  const messages: string[] = []
  for (const colorScheme of themes) {
    // In the middle of a fade the contrast is too low.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    const violations = await analyze(
      page,
      colorScheme === themes[0] ? { type: "tag", values: TAGS } : { type: "rule", values: COLOR_RULES },
    )
    for (const { id, help, nodes } of violations) {
      for (const { target } of nodes) messages.push(`${colorScheme}: ${id} at ${target.join(" ")}: ${help}`)
    }
  }
  return messages
}

/**
 * Runs axe in the document, which has no frames. Not by `@axe-core/playwright`: it loads axe again for every run, and
 * opens another page to merge the results of frames, which takes three times as long.
 */
async function analyze(page: Page, runOnly: axeCore.RunOnly): Promise<axeCore.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE)
  return await page.evaluate(async (rules) => {
    if (!window.axe) throw new Error("axe is not loaded")
    return (await window.axe.run(document, { runOnly: rules, resultTypes: ["violations"] })).violations
  }, runOnly)
}

/** Makes animations take ten times as long, so that even a slow machine can observe one. */
export async function slowAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Animation.enable")
  await session.send("Animation.setPlaybackRate", { playbackRate: 0.1 })
}

/** A focused element, and whether the element and its focus ring are visible. */
export interface TabStop {
  readonly name: string
  readonly tag: string
  readonly isVisible: boolean
  readonly hasRing: boolean
}

/** Presses Tab from the top of the page and lists every focused element in order. */
export async function listTabStops(page: Page): Promise<TabStop[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const stops: TabStop[] = []
  for (let step = 0; step < MAX_TAB_STOPS; step++) {
    await page.keyboard.press("Tab")
    const stop = await page.evaluate(readFocusedElement)
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error(`after ${MAX_TAB_STOPS} tab stops the focus is still on the page: ${stops.at(-1)?.name}`)
}

/** Runs in the page. Returns null when the focus has left the page or is back on an element that was visited before. */
function readFocusedElement(): TabStop | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body || element.dataset["visited"]) return null
  element.dataset["visited"] = "yes"
  const labels = (element as HTMLInputElement).labels?.[0]?.textContent
  const { width, height, top, left } = element.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  return {
    name: (element.getAttribute("aria-label") ?? labels ?? element.textContent ?? "").trim().replace(/\s+/g, " "),
    tag: element.tagName.toLowerCase(),
    isVisible:
      width > 1 && height > 1 && top < innerHeight && left < innerWidth && top + height > 0 && left + width > 0,
    hasRing: (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none",
  }
}

/** Presses Tab until an element that matches the selector has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < MAX_TAB_STOPS; step++) {
    await page.keyboard.press("Tab")
    if (await page.evaluate((expected) => document.activeElement?.matches(expected) ?? false, selector)) return
  }
  throw new Error(`Tab does not reach ${selector}`)
}
