import type { ContactId } from "@haitech/contract/ids"
import { eq, getTableName } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { tutors } from "#features/appointments/table/slots.ts"
import { appointments } from "#features/appointments/table.ts"
import { chatThreads } from "#features/chat/table.ts"
import { donations } from "#features/donations/table.ts"
import { studyGroups } from "#features/groups/table.ts"
import { achievements, courses, lessons } from "#features/learning/table.ts"
import { contacts } from "#features/outreach/table.ts"
import { screenings } from "#features/volunteers/table.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { featureTables, tryInsert } from "#platform/db/testing-violations.ts"
import { appointment, type Row, tutoring } from "./testing-appointment-constraints.ts"
import {
  achievement,
  CHECKS,
  contact,
  course,
  donation,
  group,
  lesson,
  MINIMAL_ROWS,
  otherUser,
  report,
  thread,
  user,
} from "./testing-constraints.ts"
import { insertNewsletter } from "./testing-newsletter-constraints.ts"
import { insertSessions } from "./testing-notification-constraints.ts"
import { insertCase } from "./testing-safeguarding-constraints.ts"

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  const { db } = fresh
  await db.insert(users).values([
    { id: user, email: "grace@example.org" },
    { id: otherUser, email: "alan@example.org" },
  ])
  await insertSessions(db)
  await insertNewsletter(db)
  await db.insert(tutors).values({ userId: otherUser, timeZone: "UTC" })
  await db.insert(studyGroups).values({ id: group, capacity: 30 })
  await db.insert(screenings).values({ userId: otherUser })
  await insertCase(db, report)
  await db.insert(courses).values({ id: course, title: "Python", category: "coding" })
  await db.insert(lessons).values({ id: lesson, courseId: course, title: "Loops" })
  await db.insert(achievements).values({ id: achievement, title: "Polyglot", condition: "lessons", conditionValue: 9 })
  await db.insert(contacts).values({ id: contact as ContactId, name: "Eve", email: "eve@example.org", message: "Hi" })
  await db.insert(chatThreads).values({ id: thread, name: "Eve" })
  await db.insert(donations).values({ id: donation, amount: 2500 })
  await db
    .insert(appointments)
    .values({ ...tutoring, id: appointment, studentEmail: "eve@example.org" } as typeof appointments.$inferInsert)
})
afterAll(() => fresh.release())

test.each(Object.entries(CHECKS))(
  "%s refuses the values outside its limits and accepts those inside",
  async (name, check) => {
    const [table, field, refused, accepted, otherFields] = check
    const tryValue = async (value: unknown) => [
      value,
      await tryInsert(fresh.db, table, { ...minimalRow(table), ...otherFields, [field]: value }),
    ]
    for (const value of refused) expect(await tryValue(value)).toEqual([value, name])
    for (const value of accepted) expect(await tryValue(value)).toEqual([value, expect.any(Object)])
  },
)

test("every table and every check constraint has a case", async () => {
  const tables = await featureTables(import.meta.dirname)
  expect(MINIMAL_ROWS.map(([table]) => getTableName(table)).sort()).toEqual(tables.toSorted())
  const checks = await fresh.sql`
    select conname from pg_constraint where contype = 'c' and conrelid = any(${tables}::regclass[])`
  expect(checks.map(({ conname }) => conname).sort()).toEqual(Object.keys(CHECKS).sort())
})

test.each(MINIMAL_ROWS.map((entry) => [getTableName(entry[0]), ...entry] as const))(
  "a row of %s needs exactly its required fields, and the rest has the defaults of spec §3",
  async (name, table, row, rest) => {
    const id = "id" in table && !("id" in row) ? { id: expect.stringMatching(UUID_V7) } : {}
    expect(await tryInsert(fresh.db, table, row)).toMatchObject({ ...rest, ...id })
    for (const field of Object.keys(row))
      expect([field, await tryInsert(fresh.db, table, { ...row, [field]: null })]).toEqual([
        field,
        REQUIRED_BY_CHECK[`${name}.${field}`] ?? NOT_NULL_VIOLATION,
      ])
  },
)

const NOT_NULL_VIOLATION = "23502"
/** Fields that a check constraint requires instead of NOT NULL. */
const REQUIRED_BY_CHECK: Readonly<Record<string, string>> = {
  "saved_replies.en": "saved_replies_said",
  "study_group_reports.reason": "study_group_reports_reason_given",
  "waiting_for_slots.place": "waiting_for_slots_placed",
}
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function minimalRow(table: PgTable): Row | undefined {
  return MINIMAL_ROWS.find(([candidate]) => candidate === table)?.[1]
}

test("an update sets updatedAt unless it provides the value", async () => {
  const { db } = fresh
  const past = new Date("2020-01-01T00:00:00Z")
  await db.update(users).set({ updatedAt: past })
  const [updated] = await db.update(users).set({ bio: "Hello" }).where(eq(users.id, user)).returning()
  expect(updated?.updatedAt.getTime()).toBeGreaterThan(past.getTime())
  expect(await db.select({ at: users.updatedAt }).from(users).where(eq(users.id, otherUser))).toEqual([{ at: past }])
})
