import { type Language, pathIn } from "@haitech/contract/languages"

/** Every address of §2's route table that is a page of the public site, and D2's two, without its language. */
const PAGE_PATHS = [
  "/",
  "/about",
  "/programs",
  "/team",
  "/blog",
  "/cares",
  "/donate",
  "/contact",
  "/schedule",
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/privacy",
  "/termsofservice",
] as const
export type PagePath = (typeof PAGE_PATHS)[number]

/** Links keep the spelling that §2 gives them; `/terms` and `/dashboard` are permanent redirects (D1). */
export type LinkPath = PagePath | "/terms" | "/dashboard" | `/blog/${string}` | `/${string}#${string}`

/** The address of a link in the reader's language: `("fr", "/#membership")` is `/fr#membership`. */
export function address(language: Language, to: LinkPath): string {
  const [path = "/", fragment] = to.split("#")
  return pathIn(language, path) + (fragment === undefined ? "" : `#${fragment}`)
}
