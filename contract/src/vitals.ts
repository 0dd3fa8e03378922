import { languageOf } from "./languages.ts"

/** Limits and bounds of the buckets in milliseconds, of CLS in thousandths. */
export const VITALS = {
  LCP: { good: 2500, poor: 4000, bounds: [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 12_000] },
  INP: { good: 200, poor: 500, bounds: [50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 2000] },
  CLS: { good: 100, poor: 250, bounds: [10, 25, 50, 75, 100, 150, 200, 250, 350, 500, 1000] },
  TTFB: { good: 800, poor: 1800, bounds: [100, 200, 400, 600, 800, 1000, 1200, 1500, 1800, 2500, 4000, 8000] },
} as const
export type Vital = keyof typeof VITALS
export const VITAL_NAMES = Object.keys(VITALS) as [Vital, ...Vital[]]
export const MORE = 60_000

export const LINES = ["slow-2g", "2g", "3g", "4g", "unknown"] as const

/** `:id` stands for any part of an address. The admin area is left out: its one reader would be known. */
export const MEASURED_PAGES = [
  "/",
  "/about",
  "/programs",
  "/team",
  "/blog",
  "/blog/:id",
  "/learn",
  "/learn/:id",
  "/learn/:id/:id",
  "/cares",
  "/apply",
  "/donate",
  "/contact",
  "/schedule",
  "/login",
  "/register",
  "/safety",
  "/privacy",
  "/termsofservice",
  "/member-dashboard",
] as const
export type MeasuredPage = (typeof MEASURED_PAGES)[number]

export function measuredPageAt(address: string): MeasuredPage | undefined {
  const { path } = languageOf(address)
  return MEASURED_PAGES.find((page) => new RegExp(`^${page.replaceAll(":id", "[^/]+")}$`).test(path))
}

export function boundOf(vital: Vital, value: number): number {
  const measured = vital === "CLS" ? value * 1000 : value
  return VITALS[vital].bounds.find((bound) => measured <= bound) ?? MORE
}
