import { cityOf, formatDay, formatHour, instantOf } from "@haitech/contract/clock"
import { LANGUAGES } from "@haitech/contract/languages"
import ICAL from "ical.js"
import { Temporal } from "temporal-polyfill"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Email } from "#gateways/mail.ts"
import { startWorker } from "#platform/jobs/worker.ts"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSlot, addTutor, insertSession, SESSION, sessionEffects } from "#testing-sessions.ts"
import { appointmentJobs } from "./jobs.ts"
import { appointments } from "./table.ts"

const AT = SESSION.preferredDate
const HOUR_MS = 3_600_000

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp()
  dueAts = new Map()
  admin = await signInAsAdmin(app, "root")
  await app.deliver()
})
afterEach(() => app.close())

const change = async (id: string, body: object) =>
  expect((await admin.send("PATCH", `/api/admin/appointments/${id}`, body)).statusCode).toBe(200)
const reminders = async () => (await sessionEffects(app)).filter(({ kind }) => kind.endsWith("reminder"))
const flat = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ")

/** When each reminder is due. The worker's clock is the database's, so the tests let it run only those they choose. */
let dueAts: Map<string, Date>

async function deliver(now: Date): Promise<readonly Email[]> {
  for (const { key, dueAt } of await reminders()) if (!dueAts.has(key)) dueAts.set(key, dueAt)
  const due = [...dueAts].flatMap(([key, dueAt]) => (dueAt <= now ? [key] : []))
  await app.database
    .sql`update outbox set due_at = now() + case when key = any(${due}) then interval '0' else interval '1 year' end
    where kind like 'appointment.%reminder' and sent_at is null`
  const before = app.emails.length
  return (await app.deliver()).slice(before)
}

/** Sets the clock to a number of hours before the session, and sends the reminders that are due then. */
async function sendDue(hoursBefore: number, startsAt = AT): Promise<readonly Email[]> {
  const now = new Date(startsAt.getTime() - hoursBefore * HOUR_MS)
  app.setNow(now)
  return (await deliver(now)).filter(({ key }) => /^appointment.(tutor_)?reminder/.test(key))
}

async function approve(more: Partial<typeof appointments.$inferInsert> = {}) {
  const { id } = await insertSession(app, more)
  await change(id, { status: "approved" })
  return id
}

test("an approved session is remembered a day and an hour before, each once", async () => {
  await approve()
  expect(await sendDue(24.1)).toEqual([])
  const [day] = await sendDue(24)
  expect([day?.to, flat(day?.subject)]).toEqual([
    SESSION.studentEmail,
    "Reminder: your session on January 15, 2026, 9:00 AM",
  ])
  expect(day?.text).toContain("See, move or cancel the session:\nhttp://localhost:3000/session#session=")
  expect(await sendDue(24)).toEqual([])
})

test("a reminder of an hour before follows, and none is sent once the session has begun", async () => {
  await approve()
  await sendDue(24)
  expect((await sendDue(1)).map(({ to }) => to)).toEqual([SESSION.studentEmail])
  expect(await sendDue(-0.1)).toEqual([])
})

test("after a long pause of the server only the last reminder is sent", async () => {
  await approve()
  expect((await sendDue(0.5)).map(({ key }) => key.split(":").at(-1))).toEqual(["1"])
})

test.each([
  ["cancelled", { status: "cancelled" }],
  ["moved", { scheduledAt: "2026-01-20T14:00:00.000Z" }],
])("a session that was %s is not remembered at its time before", async (_what, body) => {
  const id = await approve()
  await change(id, body)
  expect([await sendDue(24), await sendDue(1)]).toEqual([[], []])
})

test("a moved session is remembered before its new time", async () => {
  const id = await approve()
  const startsAt = new Date("2026-01-20T14:00:00.000Z")
  await change(id, { scheduledAt: startsAt.toISOString() })
  expect((await sendDue(24, startsAt)).map(({ key }) => key)).toEqual([`appointment.reminder:${id}:2:24`])
})

test("an approval shortly before the session schedules only what is still to come", async () => {
  const soon = (hours: number) => new Date(app.deps.now().getTime() + hours * HOUR_MS)
  const [later, sooner, past] = [
    await insertSession(app, { preferredDate: soon(24) }),
    await insertSession(app, { preferredDate: soon(1) }),
    await insertSession(app, { preferredDate: soon(-1) }),
  ]
  for (const { id } of [later, sooner, past]) await change(id, { status: "approved" })
  expect((await reminders()).map(({ payload }) => payload)).toEqual([{ id: later.id, revision: 1, hours: 1 }])
})

const TUTOR = "bea@example.org"

test("a tutor is reminded once of an hour, with all of its students, on the tutor's clock and in the tutor's language", async () => {
  const tutorId = await addTutor(app, "bea", "https://bea.example.org/call")
  await app.database.sql`update users set language = 'fr' where id = ${tutorId}`
  await app.database.sql`update tutors set time_zone = 'Europe/Paris' where user_id = ${tutorId}`
  const slotId = await addSlot(app, { tutorId, startsAt: AT, maxBookings: 3 })
  const hour = { tutorId, slotId }
  await approve(hour)
  await approve({ ...hour, studentName: "Eve Jean", studentEmail: "eve@example.org", subject: "language" })
  const later = await approve({ ...hour, studentName: "Zoe", studentEmail: "zoe@example.org" })
  await change(later, { status: "cancelled" })
  for (const hours of [24, 1]) {
    const sent = await sendDue(hours)
    expect(sent.map(({ to }) => to).sort()).toEqual(["ada@example.org", TUTOR, "eve@example.org"])
    const email = sent.find(({ to }) => to === TUTOR)
    expect(flat(email?.subject)).toBe("Rappel : vous donnez une séance le 15 janvier 2026, 15:00")
    for (const part of ["Ada : Tutorat, Programmation, 60 minutes.", "Eve : Tutorat", "https://bea.example.org/call"])
      expect(flat(email?.text)).toContain(part)
    expect(email?.text).toContain("http://localhost:3000/fr/member-dashboard/tutor")
    expect(email?.text).not.toMatch(/Zoe|Jean|eve@/)
  }
})

test.each<[string, (id: string, other: string) => Promise<unknown>]>([
  ["is cancelled", (id) => change(id, { status: "cancelled" })],
  ["is moved", (id) => change(id, { scheduledAt: "2026-01-20T14:00:00.000Z" })],
  ["is somebody else's", (id, other) => change(id, { tutorId: other })],
  ["is no tutor any more", () => app.database.sql`update users set role = 'student' where email = ${TUTOR}`],
])("a tutor whose session %s is not reminded of it", async (_what, end) => {
  const [tutorId, other] = [await addTutor(app, "bea"), await addTutor(app, "cyd")]
  await end(await approve({ tutorId }), other)
  const sent = [...(await sendDue(24)), ...(await sendDue(1))]
  expect(sent.filter(({ to }) => to === TUTOR)).toEqual([])
})

test("nobody is reminded of an erased session", async () => {
  await approve()
  await app.database.db.delete(appointments)
  expect([await sendDue(24), await sendDue(1)]).toEqual([[], []])
})

test("two processes send a reminder once, and a restarted one does not send it again", async () => {
  for (let index = 0; index < 10; index++) await approve({ studentEmail: `ada${index}@example.org` })
  const other = await createTestApp({ database: app.database })
  other.setNow(new Date(AT.getTime() - 24 * HOUR_MS))
  app.setNow(new Date(AT.getTime() - 24 * HOUR_MS))
  await app.database.sql`update outbox set due_at = now() where key like 'appointment.reminder:%:24'`
  const log = { info() {}, warn() {}, error() {}, fatal() {} }
  const start = (process: TestApp) =>
    startWorker({ database: app.database, handlers: appointmentJobs(process.deps), log })
  const workers = [await start(app), await start(other)]
  await Promise.all(workers.map((worker) => worker.drain()))
  await Promise.all(workers.map((worker) => worker.stop()))
  const restarted = await start(other)
  await restarted.drain()
  await restarted.stop()
  const keys = [...app.emails, ...other.emails].map(({ key }) => key).filter((key) => key.endsWith(":24"))
  await other.close()
  expect([keys.length, new Set(keys).size]).toEqual([10, 10])
})

const ZONES = [
  "America/Port-au-Prince",
  "America/New_York",
  "Europe/Paris",
  "America/Santiago",
  "America/Santo_Domingo",
]
/** Around the days on which the clocks of New York and of Paris change, and a leap day. */
const DAYS = ["2027-03-13", "2027-03-14", "2027-03-27", "2027-03-28", "2027-10-31", "2027-11-07", "2028-02-29"]

test.each(ZONES)(
  "page, email, calendar file and reminder agree on the instant for a student in %s",
  async (timeZone) => {
    for (const [index, day] of DAYS.entries()) {
      const language = LANGUAGES[index % LANGUAGES.length] ?? "en"
      const instant = instantOf(day, "09:00", "America/New_York") ?? ""
      const startsAt = new Date(instant)
      const id = await approve({ preferredDate: startsAt, timeZone, language, studentEmail: `ada@${index}.org` })
      const [approved] = (await deliver(app.deps.now())).filter(({ key }) => key === `appointment.changed:${id}:1`)
      const shown = `${formatDay(language, instant, timeZone)}, ${formatHour(language, instant, timeZone)}`
      expect(flat(approved?.text)).toContain(flat(shown))
      expect(flat(approved?.text)).toContain(cityOf(timeZone))
      const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
      expect(flat(shown)).toMatch(
        new RegExp(`\\b${wall.day}\\b.*\\b0?(${wall.hour}|${wall.hour % 12}):${String(wall.minute).padStart(2, "0")}`),
      )
      const calendar = new ICAL.Component(ICAL.parse(Buffer.from(approved?.attachments?.[0]?.bytes ?? []).toString()))
      const start = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined).startDate
      expect(start.toJSDate().toISOString()).toBe(instant)
      const remindedAt = [24, 1].map((hours) => dueAts.get(`appointment.reminder:${id}:1:${hours}`)?.toISOString())
      expect(remindedAt).toEqual([
        new Date(startsAt.getTime() - 24 * HOUR_MS).toISOString(),
        new Date(startsAt.getTime() - HOUR_MS).toISOString(),
      ])
      const [reminder] = await sendDue(1, startsAt)
      expect(reminder?.subject).toContain(shown)
      expect(flat(reminder?.text)).toContain(flat(shown))
      app.setNow(new Date("2026-01-02T03:04:05Z"))
    }
  },
)
