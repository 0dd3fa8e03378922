import { screenings, volunteerApplications } from "#features/volunteers/table.ts"
import type { Browser, TestApp } from "./testing.ts"

export const APPLICATIONS = "/api/admin/volunteer-applications"

type Application = typeof volunteerApplications.$inferInsert

/** From a mentor who reads Kreyòl, of a minute before the tests' clock. */
export async function insertApplication(app: TestApp, values: Partial<Application> = {}): Promise<string> {
  const at = new Date("2026-01-02T03:03:05Z")
  const person = { firstName: "Rose", lastName: "Jean", email: "rose@example.org", motivation: "I like to teach." }
  const step = { nextStep: "read_application", nextStepOn: "2026-01-08" }
  const [row] = await app.database.db
    .insert(volunteerApplications)
    .values({ role: "mentor", ...person, language: "ht", createdAt: at, statusChangedAt: at, ...step, ...values })
    .returning()
  return row?.id ?? ""
}

/** Screened until a day after the tests' clock. */
export async function insertScreening(app: TestApp, userId: string, screenedUntil: Date | null = IN_A_DAY) {
  await app.database.db
    .insert(screenings)
    .values({ userId, screenedUntil })
    .onConflictDoUpdate({ target: screenings.userId, set: { screenedUntil } })
}

const IN_A_DAY = new Date("2026-01-03T03:04:05Z")

export const changeApplication = (admin: Browser, id: string, change: object) =>
  admin.send("PATCH", `${APPLICATIONS}/${id}`, change)
