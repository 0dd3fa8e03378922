import type { SCREENING_STATES } from "@haitech/contract/admin/screening"
import { SCREENING_REMINDERS, SCREENING_STEPS } from "@haitech/contract/screening"

const DAY_MS = 86_400_000

interface CountingStep {
  readonly step: (typeof SCREENING_STEPS)[number]
  readonly validUntil: Date
}

/** The earliest end of the five steps, or null while one is missing. */
export function screeningEnd(counting: readonly CountingStep[]): Date | null {
  const steps = new Set(counting.map(({ step }) => step))
  if (SCREENING_STEPS.some((step) => !steps.has(step))) return null
  return new Date(Math.min(...counting.map(({ validUntil }) => validUntil.getTime())))
}

interface ScreenedPerson {
  readonly isActive: boolean
  readonly screenedUntil: Date | null
}

type ScreeningState = (typeof SCREENING_STATES)[number]

export function screeningState({ isActive, screenedUntil }: ScreenedPerson, now: Date): ScreeningState {
  if (!isActive) return "inactive"
  if (screenedUntil === null) return "missing"
  return screenedUntil < now ? "lapsed" : "ending"
}

interface EndingScreening {
  readonly screenedUntil: Date | null
  readonly remindedDays: number | null
}

/** @returns the days of the reminder that is due, or null; a late one is left out once the next one is due */
export function dueReminder(
  { screenedUntil, remindedDays }: EndingScreening,
  now: Date,
): (typeof SCREENING_REMINDERS)[number] | null {
  if (screenedUntil === null || screenedUntil <= now) return null
  const daysLeft = (screenedUntil.getTime() - now.getTime()) / DAY_MS
  const due = SCREENING_REMINDERS.findLast((days) => daysLeft <= days)
  return due !== undefined && (remindedDays === null || due < remindedDays) ? due : null
}
