import { eq } from "drizzle-orm"
import ICAL from "ical.js"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Email } from "#gateways/mail.ts"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSlot, addTutor, insertSession } from "#testing-sessions.ts"
import { tutors } from "./table/slots.ts"
import type { AppointmentRow } from "./table.ts"

const OWN = "https://bea.example.org/call"
const NEW = "https://bea.example.org/new"
const OF_SITE = /^https:\/\/meet\.example\.org\/[0-9a-f]{20}$/
const STARTS_AT = new Date("2030-01-15T14:00:00Z")
const LATER = new Date("2030-01-16T14:00:00Z")

let app: TestApp
let admin: Browser & { readonly id: string }
beforeEach(() => start({ meetingUrl: "https://meet.example.org" }))
afterEach(() => app.close())

async function start(options: Parameters<typeof createTestApp>[0]) {
  app = await createTestApp(options)
  admin = await signInAsAdmin(app, "root")
  await app.deliver()
}

type Tutor = Partial<typeof tutors.$inferInsert>

async function saveTutor(tutorId: string, changes: Tutor): Promise<readonly Email[]> {
  const [row] = await app.database.db.select().from(tutors).where(eq(tutors.userId, tutorId))
  const { timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil } = { ...row, ...changes }
  const body = { timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil }
  return sentBy(() => admin.send("PUT", `/api/admin/tutors/${tutorId}`, body))
}

async function sentBy(send: () => Promise<{ readonly statusCode: number }>): Promise<readonly Email[]> {
  const before = app.emails.length
  expect((await send()).statusCode).toBe(200)
  const sent = (await app.deliver()).slice(before).filter(({ key }) => key.startsWith("appointment."))
  return sent.toSorted((a, b) => (a.to < b.to ? -1 : 1))
}

const approve = (row: AppointmentRow, changes = {}) =>
  sentBy(() => admin.send("PATCH", `/api/admin/appointments/${row.id}`, { status: "approved", ...changes }))

const linkOf = async ({ id }: AppointmentRow) =>
  (await admin.send("GET", `/api/admin/appointments/${id}`)).json<{ meetingUrl: string | null }>().meetingUrl

function shown({ to, subject, text, attachments }: Email) {
  const [file] = attachments ?? []
  const calendar = file && new ICAL.Component(ICAL.parse(Buffer.from(file.bytes).toString()))
  const event = calendar?.getFirstSubcomponent("vevent")
  const place = event?.getFirstPropertyValue("location") ?? null
  return {
    to,
    subject,
    link: /Video call:\n(\S+)/.exec(text)?.[1] ?? null,
    place,
    revision: event?.getFirstPropertyValue("sequence"),
  }
}

test("a tutor's new link reaches the students of confirmed sessions and the tutor's calendar", async () => {
  const tutorId = await addTutor(app, "bea", OWN)
  const coming = await insertSession(app, { preferredDate: STARTS_AT })
  await approve(coming, { tutorId })
  const pending = { preferredDate: new Date("2030-01-16T14:00:00Z"), studentEmail: "asks@example.org" }
  await insertSession(app, { ...pending, tutorId })
  const past = { preferredDate: new Date("2025-01-15T14:00:00Z"), studentEmail: "came@example.org" }
  await insertSession(app, { ...past, tutorId, status: "approved", calendarEventId: "1@localhost" })
  const others = await insertSession(app, { preferredDate: STARTS_AT, studentEmail: "other@example.org" })
  await approve(others, { tutorId: await addTutor(app, "cyd", "https://cyd.example.org") })

  const sent = { link: NEW, place: NEW, revision: 2 }
  expect((await saveTutor(tutorId, { meetingUrl: NEW })).map(shown)).toEqual([
    { ...sent, to: "ada@example.org", subject: "Your session has a new video link" },
    { ...sent, to: "bea@example.org", subject: "A session has a new video link" },
  ])
  expect(await saveTutor(tutorId, { meetingUrl: NEW, weeklyLimit: 5 })).toEqual([])
})

test("a session whose tutor has no link any more gets one of the site's service", async () => {
  const tutorId = await addTutor(app, "bea", OWN)
  await approve(await insertSession(app, { preferredDate: STARTS_AT }), { tutorId })
  const [toStudent] = (await saveTutor(tutorId, { meetingUrl: null })).map(shown)
  expect(toStudent?.link).toMatch(OF_SITE)
})

test("where nobody has a link, the student is told that one follows, and gets it", async () => {
  await app.close()
  await start({})
  const tutorId = await addTutor(app, "bea", OWN)
  const session = await insertSession(app, { preferredDate: STARTS_AT })
  await approve(session, { tutorId })
  const [email, toTutor] = await saveTutor(tutorId, { meetingUrl: null })
  expect(email?.text.replaceAll(/\s+/g, " ")).toContain("We will send you the new one as soon as we have it.")
  expect(toTutor?.text).toContain("It has none at the moment.")
  expect([email && shown(email).link, await linkOf(session)]).toEqual([null, null])
  const [next] = (await saveTutor(tutorId, { meetingUrl: NEW })).map(shown)
  expect(next).toMatchObject({ link: NEW, place: NEW, revision: 3 })
})

test("the students of an hour with several places meet at one address, those of single hours each at one of their own", async () => {
  const tutorId = await addTutor(app, "bea")
  const slotId = await addSlot(app, { tutorId, startsAt: STARTS_AT, maxBookings: 3 })
  const session = { tutorId, slotId, preferredDate: STARTS_AT }
  const [ada, eve] = await Promise.all(
    ["ada@example.org", "eve@example.org"].map((studentEmail) => insertSession(app, { ...session, studentEmail })),
  )
  if (!ada || !eve) throw new Error("no sessions")
  const sent = [...(await approve(ada)), ...(await approve(eve))].map(shown)
  const links = new Set(sent.flatMap(({ link, place }) => [link, place]))
  expect([sent.length, links.size, [...links][0]]).toEqual([4, 1, expect.stringMatching(OF_SITE)])
  expect(await Promise.all([ada, eve].map(linkOf))).toEqual([...links, ...links])

  const next = await addSlot(app, { tutorId, startsAt: LATER, maxBookings: 3 })
  const later = await insertSession(app, { ...session, slotId: next, preferredDate: LATER })
  await approve(later)
  const singles = await Promise.all(
    [1, 2].map(async (hour) => {
      const startsAt = new Date(LATER.getTime() + hour * 3_600_000)
      const single = await addSlot(app, { tutorId, startsAt })
      return insertSession(app, { ...session, slotId: single, preferredDate: startsAt })
    }),
  )
  for (const single of singles) await approve(single)
  const all = await Promise.all([ada, later, ...singles].map(linkOf))
  expect(new Set(all).size).toBe(4)
})

test("an hour that gets a second place, or loses it, tells its student where to meet", async () => {
  const tutorId = await addTutor(app, "bea")
  const slotId = await addSlot(app, { tutorId, startsAt: STARTS_AT })
  const ada = await insertSession(app, { tutorId, slotId, preferredDate: STARTS_AT })
  await approve(ada)
  const before = await linkOf(ada)
  const open = (maxBookings: number) => sentBy(() => admin.send("PATCH", `/api/admin/slots/${slotId}`, { maxBookings }))
  const [toStudent, toTutor, ...more] = (await open(2)).map(shown)
  expect([toStudent?.to, toTutor?.to, more]).toEqual(["ada@example.org", "bea@example.org", []])
  expect([toStudent?.link, toTutor?.place]).toEqual(Array(2).fill(await linkOf(ada)))
  expect(toStudent?.link).not.toBe(before)
  expect(await open(3)).toEqual([])
  expect((await open(1)).map((email) => shown(email).link)).toEqual([before, before])
  await saveTutor(tutorId, { meetingUrl: OWN })
  expect(await open(2)).toEqual([])
})

test("a session that is confirmed while the link changes ends with the new one", async () => {
  const tutorId = await addTutor(app, "bea", OWN)
  const sessions = await Promise.all(
    [1, 2, 3, 4].map((day) => {
      const preferredDate = new Date(STARTS_AT.getTime() + day * 86_400_000)
      return insertSession(app, { preferredDate, studentEmail: `${day}@example.org` })
    }),
  )
  const worker = setInterval(() => void app.deliver(), 1)
  await Promise.all([...sessions.map((row) => approve(row, { tutorId })), saveTutor(tutorId, { meetingUrl: NEW })])
  clearInterval(worker)
  await app.deliver()
  for (const { studentEmail } of sessions) {
    const emails = app.emails.filter(({ to }) => to === studentEmail).map(shown)
    expect(emails.toSorted((a, b) => Number(b.revision) - Number(a.revision))[0]).toMatchObject({
      link: NEW,
      place: NEW,
    })
  }
})
