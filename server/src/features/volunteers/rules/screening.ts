import type { SCREENING_STATES } from "@haitech/contract/admin/screening"
import { SCREENING_REMINDERS, SCREENING_STEPS } from "@haitech/contract/screening"
import type { ScreeningRow, ScreeningStepRow } from "#features/volunteers/table.ts"

const DAY_MS = 86_400_000

/** The earliest end of the five steps, or null while one is missing. */
export function screeningEnd(counting: readonly Pick<ScreeningStepRow, "step" | "validUntil">[]): Date | null {
  const steps = new Set(counting.map(({ step }) => step))
  if (SCREENING_STEPS.some((step) => !steps.has(step))) return null
  return new Date(Math.min(...counting.map(({ validUntil }) => validUntil.getTime())))
}

type ScreeningState = (typeof SCREENING_STATES)[number]

export function screeningState(screenedUntil: Date | null, now: Date): ScreeningState {
  if (screenedUntil === null) return "missing"
  return screenedUntil < now ? "lapsed" : "ending"
}

/** @returns the days of the reminder that is due, or null; a late one is left out once the next one is due */
export function dueReminder(
  { screenedUntil, remindedDays }: Pick<ScreeningRow, "screenedUntil" | "remindedDays">,
  now: Date,
): (typeof SCREENING_REMINDERS)[number] | null {
  if (screenedUntil === null || screenedUntil <= now) return null
  const daysLeft = (screenedUntil.getTime() - now.getTime()) / DAY_MS
  const due = SCREENING_REMINDERS.findLast((days) => daysLeft <= days)
  return due !== undefined && (remindedDays === null || due < remindedDays) ? due : null
}
