import { SCREENING_STEPS } from "@haitech/contract/screening"
import { screeningSteps, screenings } from "#features/volunteers/table.ts"
import type { TestApp } from "./testing.ts"

/** Later than the hours of all tests. */
export const SCREENED_UNTIL = new Date("2031-01-01T00:00:00Z")

/** Gives a person all five steps, confirmed by administrators who are gone. */
export async function screen({ database }: TestApp, userId: string, validUntil = SCREENED_UNTIL): Promise<void> {
  const { db } = database
  await db
    .insert(screenings)
    .values({ userId, screenedUntil: validUntil })
    .onConflictDoUpdate({ target: screenings.userId, set: { screenedUntil: validUntil } })
  await db
    .insert(screeningSteps)
    .values(SCREENING_STEPS.map((step) => ({ userId, step, validUntil, confirmedAt: new Date() })))
    .onConflictDoNothing()
}
