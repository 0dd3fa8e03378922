import { globSync } from "node:fs"
import { join } from "node:path"

const BUILT_PAGES = join(import.meta.dirname, "../../web/dist/pages")
const APP_ADDRESS = /^(\/[a-z]{2})?\/(member-dashboard|admin)$/

/** The addresses of all built public pages in every language: `/`, `/fr`, `/about`, `/fr/about`, `/404`. */
export const PUBLIC_ADDRESSES = globSync("*/**/*.html", { cwd: BUILT_PAGES })
  .map(
    (file) =>
      `/${file.replaceAll("\\", "/")}`
        .replace(/\.html$/, "")
        .replace(/\/index$/, "")
        .replace(/^\/en/, "") || "/",
  )
  .filter((address) => !APP_ADDRESS.test(address))
  .sort()

const PAGES_PER_TAB = 8

/** Addresses for one tab after the other: a new tab takes as long as a page's check. */
export function groupByTab(addresses: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(addresses.length / PAGES_PER_TAB)
  return Array.from({ length: count }, (_, tab) => addresses.slice(tab * PAGES_PER_TAB, (tab + 1) * PAGES_PER_TAB))
}

/** Whether a page is in English. The other languages have the same pages with other texts. */
export function isEnglish(address: string): boolean {
  return !/^\/(fr|ht|es)(\/|$)/.test(address)
}

/** Whether a page is in French, the language with the longest texts. */
export function isFrench(address: string): boolean {
  return /^\/fr(\/|$)/.test(address)
}

if (PUBLIC_ADDRESSES.length === 0) throw new Error("No page is built yet. Run: npm run build")
