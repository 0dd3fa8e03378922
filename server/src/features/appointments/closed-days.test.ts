import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { book, HOUR, SLOTS } from "#testing-slots.ts"
import { openComingSlots } from "./service/series.ts"
import { availableTimeSlots, closedDays } from "./table/slots.ts"

const URL = "/api/admin/closed-days"
const HOLIDAY = "2026-01-17"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const close = (date: string = HOLIDAY, name: unknown = "Holiday") => admin.send("PUT", `${URL}/${date}`, { name })
const closeSpan = (date: string, until: unknown) => admin.send("PUT", `${URL}/${date}`, { name: "Holiday", until })
const reopen = (date: string = HOLIDAY) => admin.send("DELETE", `${URL}/${date}`)
const list = async () => (await admin.send("GET", URL)).json()
const repeats = { until: "2026-01-24" }
const open = async (form: object = {}) => (await admin.send("POST", SLOTS, { ...HOUR, repeats, ...form })).json()
const rows = () => app.database.db.select().from(availableTimeSlots).orderBy(availableTimeSlots.startsAt)
const days = async () => (await rows()).map(({ date }) => date)
const audit = async () => (await admin.send("GET", "/api/admin/audit")).json<{ action: string }[]>()

test("a closed day has a name, which may change, and is listed by date; each change is recorded once", async () => {
  const saved = await close()
  expect([saved.statusCode, saved.json()]).toEqual([200, { date: HOLIDAY, name: "Holiday", bookings: [] }])
  await close(HOLIDAY, " Zoé's  day ")
  await close(HOLIDAY, "Zoé's day")
  await close("2026-01-01", "New Year")
  expect(await list()).toEqual([
    { date: "2026-01-01", name: "New Year" },
    { date: HOLIDAY, name: "Zoé's day" },
  ])
  expect(await audit()).toMatchObject([
    { action: "closed_day.saved", before: null },
    { action: "closed_day.saved", before: { name: "Holiday" }, after: { date: HOLIDAY, name: "Zoé's day" } },
    { action: "closed_day.saved", before: null, after: { date: HOLIDAY, name: "Holiday" } },
  ])
})

test("a series opens nothing on a closed day, and again when the day is no longer closed", async () => {
  await close()
  expect(await open()).toMatchObject({ created: 2 })
  await openComingSlots(app.deps)
  expect(await days()).toEqual(["2026-01-10", "2026-01-24"])
  const response = await reopen()
  expect([response.statusCode, response.body, await list()]).toEqual([204, "", []])
  expect(await days()).toEqual(["2026-01-10", HOLIDAY, "2026-01-24"])
  expect((await audit())[0]).toMatchObject({ action: "closed_day.deleted", before: { date: HOLIDAY, name: "Holiday" } })
})

test("closing a day deletes the slots of series on it, but not single ones and those of series that stay open", async () => {
  await open()
  await open({ startTime: "12:00", endTime: "13:00", repeats: { ...repeats, skipsClosedDays: false } })
  await open({ date: HOLIDAY, startTime: "14:00", endTime: "15:00", repeats: undefined })
  await close()
  const onHoliday = (await rows()).filter(({ date }) => date === HOLIDAY)
  expect([onHoliday.map(({ startTime }) => startTime), (await rows()).length]).toEqual([["12:00:00", "14:00:00"], 6])
})

test("a booked slot on a day that closes stays, is closed, and its sessions are returned", async () => {
  const { slots } = await open()
  const session = await book(app, slots[1].id)
  expect((await close()).json().bookings).toMatchObject([{ id: session }])
  expect((await rows())[1]).toMatchObject({ date: HOLIDAY, isAvailable: false, currentBookings: 1 })
  expect((await close()).json().bookings).toEqual([])
})

test("a slot that was deleted before its day closed is not opened again", async () => {
  const { slots } = await open()
  await admin.send("DELETE", `${SLOTS}/${slots[1].id}`)
  await close()
  await reopen()
  expect((await rows()).map(({ isAvailable }) => isAvailable)).toEqual([true, false, true])
})

test("the day is closed on the site's clock, whichever clock the series is on", async () => {
  const zone = { timeZone: "Pacific/Kiritimati", startTime: "09:00", endTime: "10:00" }
  await open({ ...zone, date: "2026-01-18", repeats: { until: "2026-01-18" } })
  expect(await days()).toEqual([HOLIDAY])
  await close()
  expect(await days()).toEqual([])
})

test("the job waits for a day that is being closed", async () => {
  await open()
  const { db, sql } = app.database
  await db.delete(availableTimeSlots)
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { job } = await db.transaction(async (tx) => {
    await tx.insert(closedDays).values({ date: HOLIDAY, name: "Holiday" })
    const running = openComingSlots(app.deps)
    await expect.poll(async () => (await waiting()).length).toBe(1)
    return { job: running }
  })
  await job
  expect(await days()).toEqual(["2026-01-10", "2026-01-24"])
})

test.each([undefined, null, "", " ", 5, "x".repeat(81)])("the name %j is refused", async (name) => {
  const response = await admin.send("PUT", `${URL}/${HOLIDAY}`, { name })
  expect([response.statusCode, Object.keys(response.json().fields), await list()]).toEqual([400, ["name"], []])
})

test("a name of 80 characters is saved, and an unknown field is refused", async () => {
  expect((await close(HOLIDAY, "é".repeat(80))).statusCode).toBe(200)
  expect((await admin.send("PUT", `${URL}/2026-01-18`, { name: "x", date: "2026-01-18" })).statusCode).toBe(400)
})

test.each(["2025-12-31", "2026-02-30", "tomorrow", "2026-1-5"])("the day %s is refused", async (date) => {
  const response = await close(date)
  expect([response.statusCode, Object.keys(response.json().fields), await list()]).toEqual([400, ["date"], []])
})

test("an unknown closed day cannot be deleted, a past one can", async () => {
  const unknown = await reopen()
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, "record.unknown"])
  await app.database.db.insert(closedDays).values({ date: "2025-01-01", name: "New Year" })
  expect((await reopen("2025-01-01")).statusCode).toBe(204)
})

test("a span closes each of its days, and returns the sessions on all of them", async () => {
  const { slots } = await open()
  const sessions = [await book(app, slots[0].id), await book(app, slots[1].id)]
  const response = await closeSpan("2026-01-10", HOLIDAY)
  const ids = response.json().bookings.map(({ id }: { id: string }) => id)
  expect([response.statusCode, ids.sort()]).toEqual([200, sessions.sort()])
  expect((await list()).map(({ date }: { date: string }) => date.slice(-2)).join(" ")).toBe("10 11 12 13 14 15 16 17")
  expect(await days()).toEqual(["2026-01-10", HOLIDAY, "2026-01-24"])
  expect((await audit()).filter(({ action }) => action === "closed_day.saved")).toHaveLength(8)
})

test.each([
  ["2026-01-17", "2026-01-16", "until"],
  ["2026-01-17", "2028-01-02", "until"],
  ["2028-01-02", undefined, "date"],
  ["2026-01-17", "2026-04-27", "until"],
  ["2026-01-17", "2026-02-30", "until"],
  ["2026-01-17", 5, "until"],
])("closing %s until %s is refused", async (date, until, field) => {
  const response = await closeSpan(date, until)
  expect([response.statusCode, Object.keys(response.json().fields), await list()]).toEqual([400, [field], []])
})

test("a hundred coming days may be closed, two years ahead, also by two administrators at once", async () => {
  await app.database.db.insert(closedDays).values({ date: "2025-01-01", name: "New Year" })
  expect((await closeSpan("2026-01-02", "2026-04-10")).statusCode).toBe(200)
  const both = await Promise.all(["2028-01-01", "2027-12-31"].map((date) => close(date)))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  const refused = await close("2026-12-25")
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["date"]])
  expect([(await close("2026-01-02", "Again")).statusCode, (await list()).length]).toEqual([200, 101])
})

test("only an administrator reads or changes closed days", async () => {
  await close()
  const ada = await register(app, "ada")
  for (const [browser, status] of [
    [openBrowser(app), 401],
    [ada, 403],
  ] as const) {
    expect((await browser.send("GET", URL)).statusCode).toBe(status)
    expect((await browser.send("PUT", `${URL}/${HOLIDAY}`, { name: "x" })).statusCode).toBe(status)
    expect((await browser.send("DELETE", `${URL}/${HOLIDAY}`)).statusCode).toBe(status)
  }
  expect(await list()).toEqual([{ date: HOLIDAY, name: "Holiday" }])
})
