import { type Language, pathIn } from "@haitech/contract/languages"

/** The public pages of the route table (spec §2), the two of D2, the courses and what a device has saved of them, those that emails link to, the application of volunteers and the one for parents, without the language prefix. */
const PAGE_PATHS = [
  "/",
  "/about",
  "/programs",
  "/team",
  "/blog",
  "/learn",
  "/saved",
  "/cares",
  "/apply",
  "/application",
  "/donate",
  "/monthly-gift",
  "/receipts",
  "/contact",
  "/schedule",
  "/session",
  "/proposal",
  "/guardian",
  "/newsletters",
  "/login",
  "/login-code",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/safety",
  "/privacy",
  "/termsofservice",
] as const
export type PagePath = (typeof PAGE_PATHS)[number]

/** Links are spelled as in spec §2; `/terms` and `/dashboard` are permanent redirects (D1). */
export type LinkPath =
  | PagePath
  | "/terms"
  | "/dashboard"
  | "/status"
  | "/member-dashboard"
  | `/blog/${string}`
  | `/learn/${string}`
  | `/${string}#${string}`

/** The address of a link in a language: `("fr", "/#membership")` is `/fr#membership`. */
export function address(language: Language, to: LinkPath): string {
  const [path = "/", fragment] = to.split("#")
  return pathIn(language, path) + (fragment === undefined ? "" : `#${fragment}`)
}
