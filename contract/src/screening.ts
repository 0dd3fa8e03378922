import { mayCall } from "./roles.ts"

/** What a person must pass, each with a date until which it counts, before working with minors. */
export const SCREENING_STEPS = [
  "identity",
  "references",
  "background_check",
  "safeguarding_course",
  "interview",
] as const
export type ScreeningStep = (typeof SCREENING_STEPS)[number]

/** Who may give sessions meets minors; an ambassador does not. */
export function needsScreening(role: string): boolean {
  return mayCall("tutor", role)
}

/** Each step is repeated after a year. */
export const SCREENING_DAYS = 366
export const SCREENING_REFERENCE_LENGTH = 100
export const WITHDRAWAL_REASON_LENGTH = 500
/** So many days before a screening ends, the person and the administrators are told. */
export const SCREENING_REMINDERS = [30, 7] as const
