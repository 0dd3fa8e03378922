import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAsAdmin, type TestApp } from "#testing.ts"
import { insertBooking, insertSlot } from "#testing-booking.ts"
import { sessionLink } from "./service/links.ts"
import { waitingForSlots } from "./table.ts"

const ROUNDS = 8
const PEOPLE = ["eve@b.co", "bea@b.co", "zoe@b.co"] as const

let app: TestApp
let other: TestApp
let staff: readonly Browser[]
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  staff = [await signInAsAdmin(app, "root"), await signInAsAdmin(other, "second")]
})
afterEach(async () => {
  await other.close()
  await app.close()
})

const dayOf = (round: number) => new Date(Date.UTC(2026, 0, 12 + round)).toISOString().slice(0, 10)
const processOf = (index: number) => (index % 2 ? app : other)
const wait = (testApp: TestApp, date: string, email: string) =>
  testApp.send({ method: "POST", url: "/api/appointments/waiting", payload: { date, email, sessionType: "tutoring" } })
const open = (index: number, date: string, startTime: string) =>
  staff[index % 2]?.send("POST", "/api/admin/slots", {
    date,
    startTime,
    endTime: startTime.replace(":00", ":45"),
    sessionTypes: ["tutoring"],
  })

/** A day whose only hour is taken. @returns its session */
async function fullDay(date: string) {
  const slotId = await insertSlot(app, { date, currentBookings: 1 })
  return insertBooking(app, { slotId, preferredDate: new Date(`${date}T14:00:00Z`), studentEmail: `${date}@b.co` })
}

/** Who was told of a place on the day, the longest waiting first; every email once. */
async function toldOf(date: string): Promise<readonly string[]> {
  const rows = (await app.database.db.select().from(waitingForSlots).orderBy(waitingForSlots.createdAt)).filter(
    (row) => row.date === date,
  )
  const reached = rows.filter(({ toldAt }) => toldAt !== null).map(({ email }) => email)
  const emails = (await app.deliver()).filter(({ key }) =>
    rows.some(({ id }) => key.startsWith(`appointment.place_free:${id}:`)),
  )
  expect(emails.map(({ to }) => to).sort()).toEqual([...reached].sort())
  return reached
}

test.each([1, 2, 3, 4])(
  "hours that two processes open at once, %i of them, are each told to one who waits, the first ones first",
  async (hours) => {
    for (let round = 0; round < ROUNDS; round++) {
      const date = dayOf(round)
      await fullDay(date)
      for (const email of PEOPLE) expect((await wait(app, date, email)).statusCode).toBe(201)
      const times = ["11:00", "12:00", "13:00", "14:00"].slice(0, hours)
      const opened = await Promise.all(times.map((time, index) => open(index, date, time)))
      expect(opened.map((response) => response?.statusCode)).toEqual(times.map(() => 201))
      expect(await toldOf(date)).toEqual(PEOPLE.slice(0, hours))
    }
  },
)

test("an hour that opens while a place comes free tells two people", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = dayOf(round)
    const { id } = await fullDay(date)
    for (const email of PEOPLE) expect((await wait(app, date, email)).statusCode).toBe(201)
    const token = sessionLink(app.deps, id, "en").split("#session=")[1]
    const payload = { token, change: { change: "cancel" } }
    const [cancelled, opened] = await Promise.all([
      other.send({ method: "POST", url: "/api/appointments/changes", payload }),
      open(1, date, "11:00"),
    ])
    expect([cancelled.statusCode, opened?.statusCode]).toEqual([200, 201])
    expect(await toldOf(date)).toEqual(PEOPLE.slice(0, 2))
  }
})

test("somebody who begins to wait while an hour opens is told of it, or hears that there is one", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = dayOf(round)
    await fullDay(date)
    const [opened, ...waiting] = await Promise.all([
      open(round, date, "11:00"),
      ...PEOPLE.map((email, index) => wait(processOf(index), date, email)),
    ])
    expect(opened?.statusCode).toBe(201)
    const hasBegun = waiting.some(({ statusCode }) => statusCode === 201)
    expect(waiting.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
    expect(await toldOf(date)).toHaveLength(hasBegun ? 1 : 0)
  }
})
