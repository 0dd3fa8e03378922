import { NEXT_STEP_DAYS } from "@haitech/contract/admin/volunteers"
import { clockAt } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import type { WaitingLimits } from "#features/volunteers/table.ts"

const DAY_MS = 86_400_000

/** Days are those of the site's time zone. */
export function waitingLimits({ now, site }: Pick<Deps, "now" | "site">): WaitingLimits {
  const { date: today } = clockAt(now().toISOString(), site.timeZone)
  return { now: now(), today, unchangedSince: new Date(now().getTime() - NEXT_STEP_DAYS * DAY_MS) }
}
