import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { googleCalendar } from "#gateways/calendar/google.ts"
import { outbox } from "#platform/jobs/table.ts"
import { createTestApp, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { type GoogleCalendarDouble, startGoogleCalendar } from "#testing-google-calendar.ts"
import { insertSession } from "#testing-sessions.ts"
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
  app = await createTestApp({ externalCalendar: googleCalendar(google.account) })
})
afterEach(async () => {
  await app.close()
  await google.close()
})

async function insert(): Promise<AppointmentRow["id"]> {
  const student = { studentName: "Canary", studentEmail: "canary@example.org" }
  return (await insertSession(app, { ...student, preferredDate: AT, status: "approved" })).id
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

test("a session that is erased with its student leaves the calendar", async () => {
  const ada = await register(app, "ada")
  const id = await insert()
  await app.database.db.update(appointments).set({ userId: ada.id }).where(eq(appointments.id, id))
  await change(id, "approved")
  await app.deliver()
  expect((await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
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
  const other = await createTestApp({ database: app.database, externalCalendar: googleCalendar(google.account) })
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

test("an event of another length is written again, and is no difference", async () => {
  const id = await insert()
  await change(id, "approved")
  await app.deliver()
  const [event] = google.events()
  google.move(event?.id ?? "", AT.toISOString(), END.toISOString())
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([])
  await app.deliver()
  expect(google.events()).toMatchObject([{ end: { dateTime: new Date(AT.getTime() + 3_600_000).toISOString() } }])
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

const DIFFERENCES = "/api/admin/calendar/differences"

async function movedInCalendar(startsAt: Date | null) {
  const admin = await signInAsAdmin(app, "root")
  const id = await insert()
  await change(id, "approved")
  await app.deliver()
  const [event] = google.events()
  if (startsAt) google.move(event?.id ?? "", startsAt.toISOString(), END.toISOString())
  else google.remove(event?.id ?? "")
  await readExternalCalendar(app.deps)
  return { admin, id }
}

test.each([
  ["moves the session", LATER, { status: "approved", scheduledAt: LATER.toISOString() }],
  ["cancels the session", null, { status: "cancelled", scheduledAt: null }],
])("to take what the calendar says %s", async (_case, startsAt, expected) => {
  const { admin, id } = await movedInCalendar(startsAt)
  const listed = (await admin.send("GET", DIFFERENCES)).json()
  const calendarStartsAt = startsAt?.toISOString() ?? null
  expect(listed).toEqual([{ id, studentName: "Canary", startsAt: AT.toISOString(), calendarStartsAt }])
  const response = await admin.send("POST", `${DIFFERENCES}/${id}`, { take: "calendar" })
  expect([response.statusCode, response.json()]).toMatchObject([200, { id, ...expected }])
  expect((await admin.send("GET", DIFFERENCES)).json()).toEqual([])
})

test.each([LATER, null])("to keep the session writes it into the calendar again (%s)", async (startsAt) => {
  const { admin, id } = await movedInCalendar(startsAt)
  const response = await admin.send("POST", `${DIFFERENCES}/${id}`, { take: "ours" })
  expect([response.statusCode, response.json()]).toMatchObject([200, { id, status: "approved", scheduledAt: null }])
  await app.deliver()
  expect(starts()).toEqual([AT.toISOString()])
  await readExternalCalendar(app.deps)
  expect(await differences()).toEqual([])
})

test("a difference is settled once, and only in one of two ways", async () => {
  const { admin, id } = await movedInCalendar(LATER)
  const send = async (address: string, body: object) => {
    const response = await admin.send("POST", `${DIFFERENCES}/${address}`, body)
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  expect(await send(id, { take: "both" })).toEqual([400, "request.invalid"])
  expect(await send(id, { take: "ours", more: 1 })).toEqual([400, "request.invalid"])
  expect(await send(crypto.randomUUID(), { take: "calendar" })).toEqual([404, "record.unknown"])
  const both = await Promise.all([send(id, { take: "ours" }), send(id, { take: "ours" })])
  expect(both.map(([status]) => status).sort()).toEqual([200, 404])
})
