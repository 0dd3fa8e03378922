import { globSync } from "node:fs"
import { join } from "node:path"

const BUILT = join(import.meta.dirname, "../../web/dist/pages")
const APPS = /^(\/[a-z]{2})?\/(member-dashboard|learn|admin)$/

/** Every address of a public page that was built, in every language: `/`, `/fr`, `/about`, `/fr/about`, `/404`. */
export const PUBLIC_ADDRESSES = globSync("*/**/*.html", { cwd: BUILT })
  .map(
    (file) =>
      `/${file.replaceAll("\\", "/")}`
        .replace(/\.html$/, "")
        .replace(/\/index$/, "")
        .replace(/^\/en/, "") || "/",
  )
  .filter((address) => !APPS.test(address))
  .sort()

/** Is it the English one? The others are the same page with other words. */
export function isEnglish(address: string): boolean {
  return !/^\/(fr|ht|es)(\/|$)/.test(address)
}

/** Is it the one in French, whose words are the longest? */
export function isLongest(address: string): boolean {
  return /^\/fr(\/|$)/.test(address)
}

if (PUBLIC_ADDRESSES.length === 0) throw new Error("No page is built yet: npm run build")
