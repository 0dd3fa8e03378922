import type { WebVitalsReport } from "@haitech/contract/admin/system"
import { MORE, VITALS, type Vital } from "@haitech/contract/vitals"

export type Week = WebVitalsReport["weeks"][number]
export type Percentile = Pick<Week, "metric" | "p75" | "visits">
export type Rating = "good" | "fair" | "poor"

const SHOWN_WEEKS = 12
const WEEK_MS = 7 * 86_400_000

export function ratingOf({ metric, p75 }: Percentile): Rating {
  const { good, poor } = VITALS[metric]
  if (p75 <= good) return "good"
  return p75 <= poor ? "fair" : "poor"
}

/** The bound that the value does not exceed, or, in the last bucket, the one that it does. */
export function boundOf({ metric, p75 }: Percentile): { readonly isOver: boolean; readonly bound: number } {
  const isOver = p75 === MORE
  return { isOver, bound: isOver ? (VITALS[metric].bounds.at(-1) ?? MORE) : p75 }
}

/** Pages with visits, the most visited first. */
export function pagesOf(weeks: readonly Week[]): Week["page"][] {
  const visits = new Map<Week["page"], number>()
  for (const { page, visits: more } of weeks) visits.set(page, (visits.get(page) ?? 0) + more)
  return [...visits].toSorted(([, a], [, b]) => b - a).map(([page]) => page)
}

/** The twelve Mondays that end with the last week of any page. */
export function mondaysOf(weeks: readonly Week[]): string[] {
  const last = Date.parse(weeks.reduce((newest, { week }) => (week > newest ? week : newest), "1970-01-05"))
  return Array.from({ length: SHOWN_WEEKS }, (_, index) =>
    new Date(last - (SHOWN_WEEKS - 1 - index) * WEEK_MS).toISOString().slice(0, 10),
  )
}

/** How high a bar and the two limits are, of 100. */
export function heightsOf(metric: Vital, weeks: readonly (Percentile | undefined)[]) {
  const { good, poor } = VITALS[metric]
  const highest = Math.max(poor * 1.25, ...weeks.map((week) => Math.min(week?.p75 ?? 0, poor * 2)))
  const height = (value: number) => (Math.min(value, highest) / highest) * 100
  return { bars: weeks.map((week) => week && height(week.p75)), good: height(good), poor: height(poor) }
}
