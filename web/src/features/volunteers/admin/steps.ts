import type { Screening, ScreeningRecord } from "@haitech/contract/admin/screening"
import { clockAt } from "@haitech/contract/clock"
import { SCREENING_REMINDERS, SCREENING_STEPS, type ScreeningStep } from "@haitech/contract/screening"

const DAY_MS = 86_400_000

export interface Step {
  readonly step: ScreeningStep
  readonly counting: ScreeningRecord | undefined
  readonly waiting: ScreeningRecord | undefined
  /** The last one, if nothing was recorded since. */
  readonly withdrawn: ScreeningRecord | undefined
}

/** The five steps of a person, from their records, newest first. */
export function stepsOf(records: readonly ScreeningRecord[]): readonly Step[] {
  return SCREENING_STEPS.map((step) => {
    const own = records.filter((record) => record.step === step)
    const valid = own.filter(({ withdrawnAt }) => withdrawnAt === null)
    return {
      step,
      counting: valid.find(({ confirmedAt }) => confirmedAt !== null),
      waiting: valid.find(({ confirmedAt }) => confirmedAt === null),
      withdrawn: valid.length === 0 ? own[0] : undefined,
    }
  })
}

export function isValid(screenedUntil: string | null): screenedUntil is string {
  return screenedUntil !== null && endState(screenedUntil) !== "lapsed"
}

export function hasWork({
  sessions,
  groups,
  openHours,
}: Pick<Screening, "sessions" | "groups" | "openHours">): boolean {
  return sessions.length > 0 || groups.length > 0 || openHours > 0
}

/** A day on the site's clock, so many days from now. */
export function dayIn(days: number, timeZone: string): string {
  return clockAt(new Date(Date.now() + days * DAY_MS).toISOString(), timeZone).date
}

export type EndState = "lapsed" | "ending" | "valid"

export function endState(validUntil: string, now = Date.now()): EndState {
  const left = Date.parse(validUntil) - now
  if (left < 0) return "lapsed"
  return left <= Math.max(...SCREENING_REMINDERS) * DAY_MS ? "ending" : "valid"
}
