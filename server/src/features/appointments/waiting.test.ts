import { afterEach, beforeEach, expect, test } from "vitest"
import { sweep } from "#sweep.ts"
import { createTestApp, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { DAY, hour, insertBooking, insertSlot, insertTutor, REQUEST, requestSession } from "#testing-booking.ts"
import { sessionLink } from "./service/links.ts"
import { availableTimeSlots } from "./table/slots.ts"
import { type AppointmentRow, waitingForSlots } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const URL = "/api/appointments/waiting"
const EVE = { date: DAY, email: "eve@example.org", sessionType: "tutoring" }
const wait = (more: object = {}, headers: Record<string, string> = {}, testApp = app) =>
  testApp.send({ method: "POST", url: URL, payload: { ...EVE, ...more }, headers })
const stored = () => app.database.db.select().from(waitingForSlots).orderBy(waitingForSlots.place)
const placeEmails = async () => (await app.deliver()).filter(({ key }) => key.startsWith("appointment.place_free"))
const outcomeOf = ({ statusCode, json }: Awaited<ReturnType<typeof wait>>) => [statusCode, json().code]
const cancel = ({ id }: Pick<AppointmentRow, "id">) =>
  app.send({
    method: "POST",
    url: "/api/appointments/changes",
    payload: { token: sessionLink(app.deps, id, "en").split("#session=")[1], change: { change: "cancel" } },
  })

/** A slot whose places are all booked. @returns its sessions */
async function fullSlot(slot: Parameters<typeof insertSlot>[1] = {}, places = 1): Promise<AppointmentRow[]> {
  const slotId = await insertSlot(app, { ...slot, maxBookings: places, currentBookings: places })
  return Promise.all(
    Array.from({ length: places }, (_, index) =>
      insertBooking(app, { slotId, tutorId: slot.tutorId ?? null, studentEmail: `ada${index}@b.co` }),
    ),
  )
}

/** Takes the places that came free. */
const fill = () => app.database.sql`update available_time_slots set current_bookings = max_bookings`

test("three people wait for a full day; the same person is stored once, the fourth is refused", async () => {
  await fullSlot()
  const eve = await wait({}, { "accept-language": "ht" })
  expect([eve.statusCode, eve.json()]).toEqual([201, { date: DAY }])
  for (const email of ["EVE@example.org", "bea@b.co", "zoe@b.co"]) expect((await wait({ email })).statusCode).toBe(201)
  expect(outcomeOf(await wait({ email: "max@b.co" }))).toEqual([409, "waiting.full"])
  expect(outcomeOf(await wait())).toEqual([201, undefined])
  expect(await stored()).toMatchObject([
    { place: 1, email: EVE.email, language: "ht", userId: null, toldAt: null },
    { place: 2, email: "bea@b.co" },
    { place: 3, email: "zoe@b.co" },
  ])
})

test("of ten people in two processes at once three get a place, and one who sends ten times gets one", async () => {
  await fullSlot()
  const other = await createTestApp({ database: app.database })
  const sendAll = (emailOf: (index: number) => string) =>
    Promise.all(Array.from({ length: 10 }, (_, index) => wait({ email: emailOf(index) }, {}, index % 2 ? app : other)))
  const same = await sendAll(() => "eve@b.co")
  expect(same.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
  expect(await stored()).toMatchObject([{ place: 1 }])
  const responses = await sendAll((index) => `ada${index}@b.co`)
  await other.close()
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2)
  expect(responses.filter((response) => outcomeOf(response)[1] === "waiting.full")).toHaveLength(8)
  expect((await stored()).map(({ place }) => place)).toEqual([1, 2, 3])
})

test.each([
  ["without open hours", undefined],
  ["with closed hours", { currentBookings: 1, isAvailable: false }],
  ["with a free place", {}],
  ["with taken hours of other kinds only", { currentBookings: 1, sessionTypes: ["mentoring" as const] }],
])("nobody waits for a day %s", async (_case, slot) => {
  if (slot) await insertSlot(app, slot)
  expect(outcomeOf(await wait())).toEqual([409, "waiting.closed"])
  expect(await stored()).toEqual([])
})

test("nobody waits for a day that is past, or whose hours are too soon", async () => {
  await fullSlot()
  app.setNow(new Date(new Date(hour("09:00")).getTime() - 11 * 3_600_000))
  expect(outcomeOf(await wait())).toEqual([409, "waiting.closed"])
})

test.each([
  ["date", undefined],
  ["date", "2026-02-30"],
  ["date", 5],
  ["email", undefined],
  ["email", "eve"],
  ["email", `${"x".repeat(250)}@b.co`],
  ["sessionType", undefined],
  ["sessionType", "party"],
])("%s %j is refused", async (field, value) => {
  await fullSlot()
  const response = await wait({ [field]: value })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
})

test("a place that comes free is told to the first, in their language, and the next place to the next", async () => {
  const [first, second, third] = await fullSlot({}, 3)
  await wait({ sessionType: "mentoring" }, { "accept-language": "fr" })
  await wait({ email: "bea@b.co" }, { "accept-language": "es" })
  if (!first || !second || !third) throw new Error("no sessions")
  expect((await cancel(first)).statusCode).toBe(200)
  const [email, ...more] = await placeEmails()
  expect(more).toEqual([])
  expect(email).toMatchObject({ to: EVE.email, language: "fr", subject: expect.stringContaining("15 janvier 2026") })
  expect(email?.text).toContain(`http://localhost:3000/fr/schedule?date=${DAY}#schedule`)
  await cancel(second)
  await cancel(third)
  expect((await placeEmails()).map(({ to }) => to)).toEqual([EVE.email, "bea@b.co"])
  expect((await stored()).map(({ toldAt }) => toldAt)).toEqual([app.deps.now(), app.deps.now()])
})

test("a person who was told asks again, twice at once, and is told of one more place as asked last", async () => {
  const [session, next] = await fullSlot({}, 2)
  await wait({}, { "accept-language": "fr" })
  await cancel(session as AppointmentRow)
  await fill()
  const again = () => wait({ email: "EVE@example.org", sessionType: "mentoring" }, { "accept-language": "es" })
  const responses = await Promise.all([again(), again()])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  const wish = { place: 1, toldAt: null, language: "es", sessionType: "mentoring", email: EVE.email }
  expect(await stored()).toEqual([expect.objectContaining(wish)])
  await cancel(next as AppointmentRow)
  expect((await placeEmails()).map(({ to }) => to)).toEqual([EVE.email, EVE.email])
  expect(await stored()).toMatchObject([{ place: null, toldAt: app.deps.now() }])
})

test("who was told gives the place in the list to the next, is told, and who waits longest comes first", async () => {
  const [first, second] = await fullSlot({}, 3)
  const [eve, bea, zoe, max] = ["eve@b.co", "bea@b.co", "zoe@b.co", "max@b.co"]
  for (const email of [eve, bea, zoe]) expect((await wait({ email })).statusCode).toBe(201)
  await cancel(first as AppointmentRow)
  await fill()
  expect(outcomeOf(await wait({ email: max }))).toEqual([201, undefined])
  expect(outcomeOf(await wait({ email: eve }))).toEqual([409, "waiting.full"])
  await cancel(second as AppointmentRow)
  expect((await placeEmails()).map(({ to }) => to).sort()).toEqual([bea, eve])
  await fill()
  expect(outcomeOf(await wait({ email: eve }))).toEqual([201, undefined])
  expect(outcomeOf(await wait({ email: bea }))).toEqual([409, "waiting.full"])
})

test("two cancellations of one session at once tell one person", async () => {
  const [session] = await fullSlot()
  await wait()
  await wait({ email: "bea@b.co" })
  const other = await createTestApp({ database: app.database })
  const payload = {
    token: sessionLink(app.deps, (session as AppointmentRow).id, "en").split("#session=")[1],
    change: { change: "cancel" },
  }
  const send = (testApp: TestApp) => testApp.send({ method: "POST", url: "/api/appointments/changes", payload })
  const responses = await Promise.all([send(app), send(other)])
  await other.close()
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await placeEmails()).map(({ to }) => to)).toEqual([EVE.email])
})

test.each([
  ["a closed slot", { isAvailable: false }],
  ["a slot of other kinds", { sessionTypes: ["consultation" as const] }],
  ["a slot that nobody can book in time", { startsAt: new Date("2026-01-02T04:00:00Z") }],
])("nobody is told of a place in %s", async (_case, change) => {
  const [session] = await fullSlot()
  await wait()
  await app.database.db.update(availableTimeSlots).set(change)
  expect((await cancel(session as AppointmentRow)).statusCode).toBe(200)
  expect(await placeEmails()).toEqual([])
})

test("a place of a tutor whose week stays full is told to nobody", async () => {
  const tutorId = await insertTutor(app, { weeklyLimit: 1 })
  const [session] = await fullSlot({ tutorId })
  await wait()
  await insertBooking(app, { tutorId, preferredDate: new Date(hour("12:00")), studentEmail: "x@b.co" })
  await cancel(session as AppointmentRow)
  expect(await placeEmails()).toEqual([])
})

test("a declined session and a deleted account free places that are told", async () => {
  const admin = await signInAsAdmin(app, "root")
  const ada = await register(app, "ada")
  await insertSlot(app, { maxBookings: 2 })
  const declined = (await requestSession(app, { studentEmail: "x@b.co" })).json()
  expect((await ada.send("POST", "/api/appointments", { ...REQUEST, studentEmail: ada.email })).statusCode).toBe(201)
  await wait()
  await wait({ email: "bea@b.co" })
  await admin.send("PATCH", `/api/admin/appointments/${declined.id}`, { status: "declined" })
  expect((await placeEmails()).map(({ to }) => to)).toEqual([EVE.email])
  expect((await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  expect((await placeEmails()).map(({ to }) => to)).toEqual([EVE.email, "bea@b.co"])
})

test("a person whose account is deleted waits no longer, and a member's place is the member's", async () => {
  const [session] = await fullSlot()
  const ada = await register(app, "ada")
  expect((await ada.send("POST", URL, { ...EVE, email: "other@b.co" })).statusCode).toBe(201)
  expect(await stored()).toMatchObject([{ userId: ada.id }])
  await cancel(session as AppointmentRow)
  await ada.send("DELETE", "/api/user", { currentPassword: PASSWORD })
  expect([await stored(), await placeEmails()]).toEqual([[], []])
})

test("the sweep deletes who waited once the day is over everywhere", async () => {
  await fullSlot()
  await wait()
  app.setNow(new Date("2026-01-16T11:59:59Z"))
  await sweep(app.deps)
  expect(await stored()).toHaveLength(1)
  app.setNow(new Date("2026-01-16T12:00:00Z"))
  await sweep(app.deps)
  expect(await stored()).toEqual([])
})

test("hours that staff opens, opens again or makes larger are told to those who wait, one for each place", async () => {
  const admin = await signInAsAdmin(app, "root")
  const emailsTo = async () => (await placeEmails()).map(({ to }) => to)
  await fullSlot()
  const full = await insertSlot(app, { startTime: "15:00", endTime: "16:00", currentBookings: 1 })
  for (const email of ["eve@b.co", "bea@b.co", "zoe@b.co"]) expect((await wait({ email })).statusCode).toBe(201)
  const hours = { date: DAY, startTime: "11:00", endTime: "12:00", sessionTypes: ["tutoring"] }
  expect((await admin.send("POST", "/api/admin/slots", { ...hours, sessionTypes: ["mentoring"] })).statusCode).toBe(201)
  expect((await admin.send("POST", "/api/admin/slots", { ...hours, date: "2026-01-16" })).statusCode).toBe(201)
  expect(await emailsTo()).toEqual([])
  const repeated = { ...hours, startTime: "13:00", endTime: "14:00", repeats: { until: "2026-01-29" } }
  expect((await admin.send("POST", "/api/admin/slots", repeated)).statusCode).toBe(201)
  expect(await emailsTo()).toEqual(["eve@b.co"])
  const change = await admin.send("PATCH", `/api/admin/slots/${full}`, { maxBookings: 3 })
  expect(change.statusCode).toBe(200)
  expect((await emailsTo()).sort()).toEqual(["bea@b.co", "eve@b.co", "zoe@b.co"])
})
