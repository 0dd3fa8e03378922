import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { addTutor, book, HOUR, SLOTS } from "#testing-slots.ts"
import { openComingSlots } from "./service/series.ts"
import { availableTimeSlots, slotSeries } from "./table/slots.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

async function travelTo(time: string) {
  app.setNow(new Date(time))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
}

const open = async (form: object = {}) =>
  (await admin.send("POST", SLOTS, { ...HOUR, repeats: { until: null }, ...form })).json()
const remove = (id: string, query = "") => admin.send("DELETE", `${SLOTS}/${id}${query}`)
const rows = () => app.database.db.select().from(availableTimeSlots).orderBy(availableTimeSlots.startsAt)
const series = () => app.database.db.select().from(slotSeries)
const openDays = async () => (await rows()).filter((row) => row.isAvailable).map(({ date }) => date)
/** The Saturdays from `first` to 21 March 2026, without some. */
const saturdays = (first: string, ...without: string[]) => {
  const days = []
  for (let at = Date.parse(first); at <= Date.parse("2026-03-21"); at += 7 * 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days.filter((day) => !without.includes(day))
}

test("a series opens the slots of the next twelve weeks, each once, and more as time goes on", async () => {
  const { seriesId, created, slots } = await open({ maxBookings: 2 })
  expect([created, slots.length, await openDays()]).toEqual([11, 11, saturdays("2026-01-10")])
  expect(slots[0]).toMatchObject({ seriesId, startTime: "10:00", maxBookings: 2, sessionTypes: ["tutoring"] })
  await openComingSlots(app.deps)
  expect(await openDays()).toEqual(saturdays("2026-01-10"))
  app.setNow(new Date("2026-01-16T20:00:00Z"))
  await openComingSlots(app.deps)
  expect(await openDays()).toEqual([...saturdays("2026-01-10"), "2026-03-28", "2026-04-04"])
  expect((await rows()).at(-1)).toMatchObject({
    seriesId,
    createdBy: admin.id,
    startsAt: new Date("2026-04-04T14:00Z"),
  })
})

test("a series of a tutor stays on the tutor's clock while the site's clock changes", async () => {
  const tutorId = await addTutor(app, admin, "tim")
  await travelTo("2027-03-01T12:00:00Z")
  await open({ date: "2027-03-06", tutorId, repeats: { until: "2027-04-03" } })
  const hours = (await rows()).map(({ startsAt, startTime }) => [startsAt.toISOString().slice(5, 13), startTime])
  expect(hours).toEqual([
    ["03-06T09", "04:00:00"],
    ["03-13T09", "04:00:00"],
    ["03-20T09", "05:00:00"],
    ["03-27T09", "05:00:00"],
    ["04-03T08", "04:00:00"],
  ])
})

test("a series repeats every so many weeks until its last day", async () => {
  await open({ repeats: { until: "2026-02-20", weeks: 3 } })
  expect(await openDays()).toEqual(["2026-01-10", "2026-01-31"])
  app.setNow(new Date("2026-02-25T12:00:00Z"))
  await openComingSlots(app.deps)
  expect(await openDays()).toHaveLength(2)
})

test("two processes that open the coming slots at once open each of them once", async () => {
  const otherApp = await createTestApp({ database: app.database })
  for (const date of ["2026-01-10", "2026-01-11", "2026-01-12"]) await open({ date })
  const days = await openDays()
  await app.database.db.delete(availableTimeSlots)
  const processes = [app, otherApp, app, otherApp]
  await Promise.all(processes.map(({ deps }) => openComingSlots(deps)))
  await otherApp.close()
  expect([days.length, await openDays()]).toEqual([33, days])
})

test("a series leaves out what overlaps another slot of its tutor", async () => {
  await open({ date: "2026-01-17", startTime: "10:30", endTime: "11:30", repeats: undefined })
  const { created } = await open()
  expect([created, (await rows()).map(({ date, startTime }) => [date, startTime]).slice(0, 3)]).toEqual([
    10,
    [
      ["2026-01-10", "10:00:00"],
      ["2026-01-17", "10:30:00"],
      ["2026-01-24", "10:00:00"],
    ],
  ])
  const tutorId = await addTutor(app, admin, "tim", { timeZone: "America/New_York" })
  expect(await open({ tutorId })).toMatchObject({ created: 11 })
})

test("a deleted slot of a series stays closed", async () => {
  const { slots } = await open()
  const response = await remove(slots[1].id)
  expect(response.json()).toEqual({ deleted: 0, closed: 1, bookings: [] })
  await openComingSlots(app.deps)
  expect(await openDays()).toEqual(saturdays("2026-01-10", "2026-01-17"))
  await open({ date: "2026-01-17", startTime: "10:30", endTime: "11:30", repeats: undefined })
  expect(await openDays()).toEqual(saturdays("2026-01-10"))
})

test("deleting a slot and the later ones ends the series before it", async () => {
  const { seriesId, slots } = await open()
  const [third, fifth] = [slots[2], slots[4]]
  const session = await book(app, fifth.id)
  expect((await admin.send("GET", `${SLOTS}/${third.id}`)).json()).toMatchObject({
    bookings: [],
    laterBookings: [{ id: session }],
  })
  const response = await remove(third.id, "?scope=later")
  expect(response.json()).toMatchObject({ deleted: 8, closed: 1, bookings: [{ id: session }] })
  await travelTo("2026-01-09T12:00:00Z")
  await openComingSlots(app.deps)
  expect([await openDays(), (await rows()).length]).toEqual([["2026-01-10", "2026-01-17"], 3])
  expect(await series()).toMatchObject([{ id: seriesId, untilDate: "2026-01-23" }])
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=slot_series.ended")).json()
  expect(entry).toMatchObject({ subjectId: seriesId, before: { untilDate: null }, after: { untilDate: "2026-01-23" } })
})

test("deleting the first slot and the later ones deletes the series", async () => {
  const { slots } = await open()
  await book(app, slots[0].id)
  expect((await remove(slots[0].id, "?scope=later")).json()).toMatchObject({ deleted: 10, closed: 1 })
  expect([await series(), await rows()]).toMatchObject([[], [{ isAvailable: false, seriesId: null }]])
})

test("the end of a series and the job at the same time leave no later slot", async () => {
  for (let round = 0; round < 5; round++) {
    const { slots } = await open()
    await app.database.sql`delete from available_time_slots where id <> ${slots[1].id}`
    const [response] = await Promise.all([remove(slots[1].id, "?scope=later"), openComingSlots(app.deps)])
    await openComingSlots(app.deps)
    expect([response.statusCode, await openDays()]).toEqual([200, ["2026-01-10"]])
    await app.database.db.delete(slotSeries)
    await app.database.db.delete(availableTimeSlots)
  }
})

test("a tutor whose role is gone gets no new slots", async () => {
  const tutorId = await addTutor(app, admin, "tim")
  await open({ tutorId })
  await app.database.sql`update users set role_approved_at = null where id = ${tutorId}`
  await app.database.db.delete(availableTimeSlots)
  await openComingSlots(app.deps)
  expect(await rows()).toEqual([])
})

test("the series and slots of a deleted account are gone, and its sessions have no tutor", async () => {
  const tutorId = await addTutor(app, admin, "tim")
  const { slots } = await open({ tutorId })
  await book(app, slots[0].id)
  await app.database.sql`delete from users where id = ${tutorId}`
  expect([await series(), await rows()]).toEqual([[], []])
  expect(await app.database.sql`select status, tutor_id, slot_id from appointments`).toEqual([
    { status: "approved", tutor_id: null, slot_id: null },
  ])
})
