import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { book, HOUR, SLOTS } from "#testing-slots.ts"
import { availableTimeSlots } from "./table/slots.ts"

interface Slot {
  readonly id: string
  readonly isAvailable: boolean
}

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const open = async (form: object = {}): Promise<Slot> =>
  (await admin.send("POST", SLOTS, { ...HOUR, ...form })).json().slots[0]
const change = (id: string, body: object) => admin.send("PATCH", `${SLOTS}/${id}`, body)
const remove = (id: string, query = "") => admin.send("DELETE", `${SLOTS}/${id}${query}`)
const rows = () => app.database.db.select().from(availableTimeSlots).orderBy(availableTimeSlots.startsAt)
const audit = async () =>
  (await admin.send("GET", "/api/admin/audit")).json<{ action: string; before: object; after: object }[]>()

test("an administrator changes what a slot offers, which is recorded", async () => {
  const slot = await open()
  const changes = { isAvailable: false, maxBookings: 4, sessionTypes: ["mentoring", "consultation"] }
  const response = await change(slot.id, changes)
  expect([response.statusCode, response.json()]).toEqual([200, { ...slot, ...changes }])
  const hour = { date: "2026-01-10", startTime: "10:00", endTime: "11:00", tutorId: null }
  expect((await audit())[0]).toMatchObject({
    action: "slot.updated",
    before: { ...hour, isAvailable: true, maxBookings: 1, sessionTypes: ["tutoring"] },
    after: { ...hour, ...changes },
  })
  expect((await change(slot.id, {})).json()).toEqual({ ...slot, ...changes })
  expect(await audit()).toHaveLength(2)
})

test.each([
  ["isAvailable", [null, "true", 1]],
  ["maxBookings", [null, "2", 0, 51, 1.5]],
  ["sessionTypes", [null, [], "tutoring"]],
] as const)("a wrong %s is refused and changes nothing", async (field, values) => {
  const { id } = await open()
  const before = await rows()
  for (const value of values) {
    const response = await change(id, { [field]: value })
    expect([value, response.statusCode, Object.keys(response.json().fields)]).toEqual([value, 400, [field]])
  }
  expect((await change(id, { date: "2026-01-11" })).statusCode).toBe(400)
  expect(await rows()).toEqual(before)
})

test("a slot cannot have fewer places than are booked", async () => {
  const { id } = await open({ maxBookings: 3 })
  await book(app, id)
  await book(app, id)
  const refused = await change(id, { maxBookings: 1 })
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["maxBookings"]])
  expect((await change(id, { maxBookings: 2 })).json()).toMatchObject({ maxBookings: 2, currentBookings: 2 })
})

test("a closed slot is opened again unless another one overlaps it by now", async () => {
  const { id } = await open()
  await change(id, { isAvailable: false })
  const other = await open({ startTime: "10:30", endTime: "11:30" })
  const refused = await change(id, { isAvailable: true })
  expect([refused.statusCode, refused.json().code]).toEqual([409, "slot.overlap"])
  await remove(other.id)
  expect((await change(id, { isAvailable: true })).json()).toMatchObject({ isAvailable: true })
})

test("a slot that nobody booked is deleted", async () => {
  const { id } = await open()
  const response = await remove(id)
  expect([response.statusCode, response.json()]).toEqual([200, { deleted: 1, closed: 0, bookings: [] }])
  expect([await rows(), (await audit())[0]]).toMatchObject([
    [],
    { action: "slot.deleted", before: { date: "2026-01-10", startTime: "10:00", endTime: "11:00" }, after: null },
  ])
  expect((await remove(id)).statusCode).toBe(404)
})

test("a booked slot is closed, and its bookings are returned", async () => {
  const { id } = await open()
  const session = await book(app, id)
  expect((await remove(id, "?scope=later")).json()).toMatchObject({
    deleted: 0,
    closed: 1,
    bookings: [{ id: session }],
  })
  expect(await rows()).toMatchObject([{ id, isAvailable: false, currentBookings: 1 }])
  expect(await app.database.sql`select status from appointments`).toEqual([{ status: "approved" }])
})

test.each(["all", "", "one&scope=later"])("the scope %j is refused", async (scope) => {
  const { id } = await open()
  expect((await remove(id, `?scope=${scope}`)).statusCode).toBe(400)
  expect(await rows()).toHaveLength(1)
})

test("a deletion that meets a booking keeps the session's slot", async () => {
  const { id } = await open()
  const { db, sql } = app.database
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { response } = await db.transaction(async (tx) => {
    await tx.update(availableTimeSlots).set({ currentBookings: 1 })
    const deletion = remove(id)
    await expect.poll(async () => (await waiting()).length).toBe(1)
    return { response: deletion }
  })
  expect((await response).json()).toMatchObject({ deleted: 0, closed: 1 })
  expect(await rows()).toMatchObject([{ isAvailable: false, currentBookings: 1 }])
})
