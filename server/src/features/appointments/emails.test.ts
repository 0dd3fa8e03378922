import { LANGUAGES } from "@haitech/contract/languages"
import { eq, like } from "drizzle-orm"
import ICAL from "ical.js"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import type { Email } from "#gateways/mail.ts"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSlot, addTutor, insertSession } from "#testing-sessions.ts"
import { registerTutor } from "#testing-slots.ts"
import { sessionLink } from "./service/links.ts"
import { tutors } from "./table/slots.ts"
import { appointments } from "./table.ts"

const LATER = "2026-01-16T15:00:00.000Z"
const STUDENT = "ada@example.org"
const MEETING = "https://meet.example.org"

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(async () => {
  app = await createTestApp({ meetingUrl: MEETING })
  admin = await signInAsAdmin(app, "root")
  await app.deliver()
})
afterEach(() => app.close())

/** The emails about sessions that a change leads to; reminders are not due yet. */
async function change(id: string, body: object): Promise<readonly Email[]> {
  const response = await admin.send("PATCH", `/api/admin/appointments/${id}`, body)
  expect([body, response.statusCode]).toEqual([body, 200])
  return deliver()
}
async function deliver(): Promise<readonly Email[]> {
  // The worker's clock is the database's: without this line it would send the reminders of 2026 at once.
  await app.database.sql`update outbox set due_at = now() + interval '1 year' where kind like 'appointment.%reminder'`
  const before = app.emails.length
  return (await app.deliver()).slice(before).filter(({ key }) => key.startsWith("appointment."))
}

const flat = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ")
const sentTo = (emails: readonly Email[], to: string) => {
  const [email] = emails.filter((candidate) => candidate.to === to)
  if (!email) throw new Error(`no email to ${to}`)
  return email
}
function eventOf({ attachments }: Email) {
  const [file] = attachments ?? []
  if (!file) return undefined
  const calendar = new ICAL.Component(ICAL.parse(Buffer.from(file.bytes).toString()))
  const event = calendar.getFirstSubcomponent("vevent")
  const value = (name: string) => event?.getFirstPropertyValue(name)?.toString()
  return [calendar.getFirstPropertyValue("method"), value("uid"), value("sequence"), value("dtstart")]
}

test("each revision of a session is the same event with a higher number, until it is cancelled", async () => {
  const { id } = await insertSession(app)
  const uid = `${id}@localhost`
  const approved = await change(id, { status: "approved" })
  expect(approved.map(eventOf)).toEqual([["REQUEST", uid, "1", "2026-01-15T14:00:00Z"]])
  const moved = await change(id, { scheduledAt: LATER })
  expect(moved.map(eventOf)).toEqual([["REQUEST", uid, "2", "2026-01-16T15:00:00Z"]])
  const cancelled = await change(id, { status: "cancelled" })
  expect(cancelled.map(eventOf)).toEqual([["CANCEL", uid, "3", "2026-01-16T15:00:00Z"]])
  expect([approved, moved, cancelled].map(([email]) => email?.subject)).toEqual([
    "Your session is confirmed",
    "Your session has a new time",
    "Your session is cancelled",
  ])
})

test("no calendar hears of a session that was never approved", async () => {
  const { id } = await insertSession(app)
  const emails = [...(await change(id, { scheduledAt: LATER })), ...(await change(id, { status: "declined" }))]
  expect(emails.map(({ subject, attachments }) => [subject, attachments])).toEqual([
    ["Your session has a new time", []],
    ["We cannot give you this session", []],
  ])
  expect(flat(emails[0]?.text)).toContain("The time is not fixed until our team confirms it.")
  expect(emails[1]?.text).toContain("Choose another hour:\nhttp://localhost:3000/schedule\n")
})

test.each(LANGUAGES)(
  "every email in %s says what, when on both clocks, and what to do next, without a name",
  async (language) => {
    const student = { language, timeZone: "America/Santiago", studentName: "Ada Jean-Canary" }
    const { id } = await insertSession(app, student)
    await app.database.db.insert(outbox).values({
      kind: "appointment.requested",
      key: `appointment.requested:${id}`,
      payload: null,
    })
    const over = await insertSession(app, {
      ...student,
      status: "approved",
      preferredDate: new Date("2026-01-01T14:00:00Z"),
    })
    const missed = await insertSession(app, {
      ...student,
      status: "approved",
      preferredDate: new Date("2026-01-01T16:00:00Z"),
    })
    const emails = [
      ...(await deliver()),
      ...(await change(id, { status: "approved" })),
      ...(await change(id, { scheduledAt: LATER })),
      ...(await change(id, { status: "cancelled" })),
      ...(await change(over.id, { status: "completed" })),
      ...(await change(missed.id, { status: "no_show" })),
    ]
    expect(emails.map((email) => [email.to, email.language])).toEqual(Array(6).fill([STUDENT, language]))
    expect(new Set(emails.map(({ subject }) => subject)).size).toBe(6)
    for (const { text, html } of emails) {
      expect(flat(text)).toContain("New York")
      expect(flat(text)).toContain("Santiago")
      expect(text).toMatch(/http:\/\/localhost:3000(\/(fr|ht|es))?\/(session#session=[\w.-]+|schedule)\n/)
      expect(`${text}${html}`).not.toContain("Canary")
    }
  },
)

test("an approved session shows its tutor and its video call, the tutor's own before the site's", async () => {
  const [bea, cleo] = [await addTutor(app, "bea"), await addTutor(app, "cleo", "https://cleo.example.org/call")]
  const { id } = await insertSession(app)
  const approved = sentTo(await change(id, { status: "approved", tutorId: bea }), STUDENT)
  expect(approved.text).toMatch(/Your tutor: bea\.\n(.|\n)*Video call:\nhttps:\/\/meet\.example\.org\/[0-9a-f]{20}\n/)
  const taken = await change(id, { tutorId: cleo })
  expect(sentTo(taken, STUDENT)).toMatchObject({
    subject: "A change to your session",
    text: expect.stringContaining("Video call:\nhttps://cleo.example.org/call\n"),
  })
  expect(
    taken.map(({ to, subject, attachments }) => [to, subject, attachments?.[0]?.type.split("=")[2]]).sort(),
  ).toEqual([
    [STUDENT, "A change to your session", "REQUEST"],
    ["bea@example.org", "You no longer have this session", "CANCEL"],
    ["cleo@example.org", "A session for you", "REQUEST"],
  ])
})

test("a tutor is told in their language, on their clock, what the student wrote", async () => {
  const tutorId = await addTutor(app, "bea")
  await app.database.db.update(users).set({ language: "fr" }).where(eq(users.id, tutorId))
  await app.database.db.update(tutors).set({ timeZone: "Europe/Paris" }).where(eq(tutors.userId, tutorId))
  const { id } = await insertSession(app, { description: "Loops, <please>;\nnow" })
  const given = sentTo(await change(id, { status: "approved", tutorId }), "bea@example.org")
  expect(given).toMatchObject({ language: "fr", subject: "Une séance pour vous" })
  expect(flat(given.text)).toContain("Quand : 15 janvier 2026, 15:00 (heure de Paris).")
  expect(flat(given.text)).toContain("Ada : Tutorat, Programmation, 60 minutes.")
  expect(given.text).toContain("> Loops, <please>;\n> now")
  expect(given.html).toContain("Loops, &lt;please&gt;;")
  expect(given.text + given.html).not.toContain("#session=")
  const moved = sentTo(await change(id, { scheduledAt: LATER }), "bea@example.org")
  expect([moved.subject, eventOf(moved)?.slice(0, 3)]).toEqual([
    "Une de vos séances a une nouvelle heure",
    ["REQUEST", `${id}@localhost`, "2"],
  ])
  const cancelled = sentTo(await change(id, { status: "cancelled" }), "bea@example.org")
  expect(eventOf(cancelled)?.slice(0, 3)).toEqual(["CANCEL", `${id}@localhost`, "3"])
})

test("a tutor who loses a session by a move reads the hour that it had, in text and file", async () => {
  const [bea, cleo] = [await addTutor(app, "bea"), await addTutor(app, "cleo")]
  const session = await insertSession(app)
  await change(session.id, { status: "approved", tutorId: bea })
  await app.database.sql`update users set role = 'mentor', role_approved_at = now() where id = ${cleo}`
  await addSlot(app, { startsAt: new Date(LATER), tutorId: cleo })
  const token = sessionLink(app.deps, session.id, "en").split("#session=")[1]
  const payload = { token, change: { change: "move", startsAt: LATER } }
  const moved = await app.send({ method: "POST", url: "/api/appointments/changes", payload })
  expect(moved.json()).toMatchObject({ scheduledAt: LATER, tutorName: "cleo" })
  const emails = await deliver()
  const [lost, given] = [sentTo(emails, "bea@example.org"), sentTo(emails, "cleo@example.org")]
  expect(eventOf(lost)).toEqual(["CANCEL", `${session.id}@localhost`, "2", "2026-01-15T14:00:00Z"])
  expect(flat(lost.text)).toContain("When: January 15, 2026, 9:00 AM (New York time).")
  const file = Buffer.from(lost.attachments?.[0]?.bytes ?? []).toString()
  expect(`${lost.text}${lost.html}${file}`).not.toMatch(/January 16|20260116/)
  expect(eventOf(given)?.at(-1)).toBe("2026-01-16T15:00:00Z")
})

test("a tutor is told of a lost session, too, by an email that an earlier release stored", async () => {
  const tutorId = await addTutor(app, "bea")
  const { id } = await insertSession(app)
  await change(id, { status: "approved" })
  const payload = { id, tutorId, change: "cancelled" }
  await app.database.db.insert(outbox).values({ kind: "appointment.tutor", key: `appointment.tutor:${id}:0`, payload })
  const [email] = await deliver()
  expect([email?.subject, email && eventOf(email)?.at(-1)]).toEqual([
    "You no longer have this session",
    "2026-01-15T14:00:00Z",
  ])
})

test("an email that waited shows the session as it is now, and none contradicts it", async () => {
  const { id } = await insertSession(app)
  const url = `/api/admin/appointments/${id}`
  await admin.send("PATCH", url, { status: "approved" })
  await admin.send("PATCH", url, { scheduledAt: LATER })
  expect((await deliver()).map(eventOf)).toEqual(
    Array(2).fill(["REQUEST", `${id}@localhost`, "2", "2026-01-16T15:00:00Z"]),
  )
  await admin.send("PATCH", url, { scheduledAt: "2026-01-17T15:00:00.000Z" })
  await admin.send("PATCH", url, { status: "cancelled" })
  expect((await deliver()).map(({ subject }) => subject)).toEqual(["Your session is cancelled"])
})

test("a tutor whose role or account ends is sent no session, and the student no address of the tutor's calls", async () => {
  const tutorId = await addTutor(app, "bea", "https://bea.example.org/call")
  const { id } = await insertSession(app)
  const url = `/api/admin/appointments/${id}`
  const account = (changes: Partial<typeof users.$inferInsert>) =>
    app.database.db.update(users).set(changes).where(eq(users.id, tutorId))
  await admin.send("PATCH", url, { status: "approved", tutorId })
  await account({ role: "student", roleApprovedAt: null })
  const [approved, ...others] = await deliver()
  expect([approved?.to, others]).toEqual([STUDENT, []])
  expect(approved?.text).toMatch(/Video call:\nhttps:\/\/meet\.example\.org\/[0-9a-f]{20}\n/)
  expect((await admin.send("GET", url)).json().meetingUrl).toMatch(/^https:\/\/meet\./)
  const cancelled = await change(id, { status: "cancelled" })
  expect(cancelled.map(({ to }) => to).sort()).toEqual([STUDENT, "bea@example.org"])
  const other = await insertSession(app, { status: "approved", tutorId, calendarEventId: "1@localhost" })
  await account({ approved: false })
  expect((await change(other.id, { status: "cancelled" })).map(({ to }) => to)).toEqual([STUDENT])
})

test("nothing is sent about an erased session", async () => {
  const tutorId = await addTutor(app, "bea")
  const { id } = await insertSession(app)
  await deliver()
  await admin.send("PATCH", `/api/admin/appointments/${id}`, { status: "approved", tutorId })
  await app.database.db.delete(appointments).where(eq(appointments.id, id))
  await app.database.sql`update outbox set due_at = now()`
  const before = app.emails.length
  expect((await app.deliver()).slice(before)).toEqual([])
})

test("an erased student's coming session leaves the tutor's calendar, and nothing of the student stays", async () => {
  const tutorId = await addTutor(app, "bea")
  const zoe = await register(app, "zoe")
  const session = { userId: zoe.id, studentName: "Zoe Secret", studentEmail: zoe.email, description: "Private" }
  const { id } = await insertSession(app, session)
  await change(id, { status: "approved", tutorId })
  const { id: earlier } = await insertSession(app, { ...session, preferredDate: new Date("2026-01-16T14:00:00Z") })
  await change(earlier, { status: "approved", tutorId })
  await change(earlier, { status: "cancelled" })
  expect((await zoe.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  const [stored, ...more] = await app.database.db.select().from(outbox).where(like(outbox.kind, "%tutor_erased"))
  expect([more, JSON.stringify(stored)]).toEqual([[], expect.not.stringMatching(/Zoe|zoe|Private/)])
  const [email, ...others] = await deliver()
  expect([others, email?.to, email?.subject]).toEqual([[], "bea@example.org", "You no longer have this session"])
  expect(email && eventOf(email)).toEqual(["CANCEL", `${id}@localhost`, "2", "2026-01-15T14:00:00Z"])
  expect(flat(email?.text)).toContain("Tutoring, Coding, 60 minutes.")
  const file = Buffer.from(email?.attachments?.[0]?.bytes ?? []).toString()
  expect(`${email?.text}${email?.html}${file}`).not.toMatch(/zoe|private/i)
})

test("the students of a tutor who deletes the account are told, and their sessions wait for another tutor", async () => {
  const zoe = await registerTutor(app, "zoe")
  await app.database.db.insert(tutors).values({ userId: zoe.id, timeZone: "America/New_York" })
  const at = { preferredDate: new Date("2030-01-15T14:00:00Z") }
  const { id } = await insertSession(app, at)
  await change(id, { status: "approved", tutorId: zoe.id })
  const next = new Date("2030-01-17T14:00:00Z")
  await insertSession(app, { preferredDate: next, studentEmail: "eve@example.org", tutorId: zoe.id })
  const { id: cancelled } = await insertSession(app, { preferredDate: new Date("2030-01-16T14:00:00Z") })
  await change(cancelled, { status: "approved", tutorId: zoe.id })
  await change(cancelled, { status: "cancelled" })
  const waiting = async () => (await admin.send("GET", "/api/admin/waiting?kind=without_tutor")).json()
  expect(await waiting()).toEqual([])
  expect((await zoe.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  const [email, ...others] = await deliver()
  expect([others, email?.to, email?.subject]).toEqual([[], STUDENT, "A change to your session"])
  expect(email && eventOf(email)).toEqual(["REQUEST", `${id}@localhost`, "2", "2030-01-15T14:00:00Z"])
  expect(`${email?.text}${email?.html}`).not.toMatch(/zoe/i)
  expect(flat(email?.text)).toContain("Your tutor can no longer give this session. We will tell you who gives it.")
  expect(await waiting()).toMatchObject([{ id, kind: "without_tutor", startsAt: "2030-01-15T14:00:00.000Z" }])
  expect((await admin.send("GET", "/api/admin/overview")).json().waiting).toMatchObject({
    without_tutor: 1,
    session: 1,
  })
  const tutorId = await addTutor(app, "bea")
  expect(sentTo(await change(id, { tutorId }), STUDENT).text).toContain("Your tutor: bea.")
  expect(await waiting()).toEqual([])
})
