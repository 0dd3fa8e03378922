/** What a person must pass, each with a date until which it counts, before working with minors. */
export const SCREENING_STEPS = [
  "identity",
  "references",
  "background_check",
  "safeguarding_course",
  "interview",
] as const
export type ScreeningStep = (typeof SCREENING_STEPS)[number]

/** Each step is repeated after a year. */
export const SCREENING_DAYS = 366
export const SCREENING_REFERENCE_LENGTH = 100
