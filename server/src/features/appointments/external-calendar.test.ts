import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { googleCalendar } from "#gateways/calendar.ts"
import { outbox } from "#platform/jobs/table.ts"
import { createTestApp, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { type GoogleCalendarDouble, startGoogleCalendar } from "#testing-google-calendar.ts"
import { announce, type SessionChange } from "./service/announce.ts"
import { readExternalCalendar, updateExternalCalendar } from "./service/external-calendar.ts"
import { calendarDifferences } from "./table/calendar.ts"
import { type AppointmentRow, appointments } from "./table.ts"

const AT = new Date("2026-03-13T15:00:00Z")
const LATER = new Date("2026-03-14T15:00:00Z")
const END = new Date("2026-03-14T16:00:00Z")

let google: GoogleCalendarDouble
let app: TestApp
beforeEach(async () => {
  google = await startGoogleCalendar()
  app = await createTestApp({ calendar: googleCalendar(google.account) })
})
afterEach(async () => {
  await app.close()
  await google.close()
})

async function insert(status: AppointmentRow["status"] = "approved"): Promise<AppointmentRow["id"]> {
  const session = { sessionType: "tutoring", subject: "coding", preferredTime: "11:00", preferredDate: AT } as const
  const [row] = await app.database.db
    .insert(appointments)
    .values(withEnd({ ...session, studentName: "Canary", studentEmail: "canary@example.org", status }))
    .returning()
  if (!row) throw new Error("no row")
  return row.id
}

async function change(id: AppointmentRow["id"], what: SessionChange, set: Partial<AppointmentRow> = {}): Promise<void> {
  await app.database.db.transaction(async (tx) => {
    if (Object.keys(set).length > 0) await tx.update(appointments).set(set).where(eq(appointments.id, id))
    await announce(tx, app.deps, { id }, what)
  })
}

const differences = () => app.database.db.select({ startsAt: calendarDifferences.startsAt }).from(calendarDifferences)
const starts = () => google.events().map(({ start }) => start.dateTime)

test("an approved session is one event through its moves and retries, until it is cancelled", async () => {
  const id = await insert()
  await change(id, "approved")
  google.failNext(/events/, 503)
  await app.deliver()
  await app.database.db.update(outbox).set({ dueAt: new Date(0) })
  await app.deliver()
  expect(starts()).toEqual([AT.toISOString()])
  await change(id, "moved", { scheduledAt: LATER, endsAt: END })
  await app.deliver()
  await updateExternalCalendar(app.deps, id)
  expect(starts()).toEqual([LATER.toISOString()])
  await change(id, "cancelled", { status: "cancelled" })
  await app.deliver()
  expect(starts()).toEqual([])
})

test("the event says nothing about the student", async () => {
  await change(await insert(), "approved")
  await app.deliver()
  expect(google.events()).toHaveLength(1)
  expect(JSON.stringify(google.events())).not.toMatch(/canary/i)
})

test("a late job writes the session as it is now, not as it was", async () => {
  const id = await insert()
  await change(id, "approved")
  await change(id, "cancelled", { status: "cancelled" })
  await app.deliver()
  expect(starts()).toEqual([])
})

test("two processes that write different changes at once end with the newest", async () => {
  const other = await createTestApp({ database: app.database, calendar: googleCalendar(google.account) })
  const id = await insert()
  await change(id, "approved")
  const first = updateExternalCalendar(app.deps, id)
  await change(id, "moved", { scheduledAt: LATER, endsAt: END })
  await Promise.all([first, updateExternalCalendar(other.deps, id)])
  await other.close()
  expect(starts()).toEqual([LATER.toISOString()])
})

test("what was moved in the calendar is a difference, and none any more once both agree", async () => {
  const id = await insert()
  await change(id, "approved")
  await app.deliver()
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([])
  const [event] = google.events()
  google.move(event?.id ?? "", LATER.toISOString(), END.toISOString())
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([{ startsAt: LATER }])
  await change(id, "moved", { scheduledAt: LATER, endsAt: END })
  await app.deliver()
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([])
})

test("what was deleted in the calendar is a difference, and the session stays", async () => {
  const id = await insert()
  await change(id, "approved")
  await app.deliver()
  google.remove(google.events()[0]?.id ?? "")
  await readExternalCalendar(app.deps)
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([{ startsAt: null }])
  expect(await app.database.db.select().from(appointments)).toMatchObject([{ status: "approved" }])
})

test("a change of ours that is still on its way to the calendar is no difference", async () => {
  const id = await insert()
  await change(id, "approved")
  await app.deliver()
  await change(id, "moved", { scheduledAt: LATER, endsAt: END })
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([])
})

test("without a calendar nothing is enqueued for one", async () => {
  const plain = await createTestApp({ database: app.database })
  const id = await insert()
  await app.database.db.transaction((tx) => announce(tx, plain.deps, { id }, "approved"))
  await plain.close()
  expect(await app.database.db.$count(outbox, eq(outbox.kind, "appointment.calendar"))).toBe(0)
})
