import { OPENING_HOURS } from "@haitech/contract/opening-hours"
import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { signInAsNewAdmin } from "#testing-chat.ts"
import { capturePages } from "#testing-pages.ts"
import { mountChatPages } from "./pages.ts"
import { openingHours } from "./table.ts"

const URL = "/api/admin/opening-hours"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

/** Only on Monday. */
const weekOf = (...spans: readonly (readonly [from: unknown, to: unknown])[]) =>
  OPENING_HOURS.map((_, day) => (day === 1 ? spans.map(([from, to]) => ({ from, to })) : []))
const MORNING = weekOf(["09:00", "12:00"])
const TWO = weekOf(["09:00", "12:00"], ["13:15", "23:45"])

const save = (body: object | undefined, by: Pick<typeof admin, "send"> = admin) => by.send("PUT", URL, body)
const read = async () => (await admin.send("GET", URL)).json()
const rows = () => app.database.db.select().from(openingHours).orderBy(openingHours.version)
const audit = async () => (await admin.send("GET", "/api/admin/audit?action=opening_hours.saved&sort=oldest")).json()
const opening = async () => (await openBrowser(app).send("GET", "/api/chat/desk")).json().opensAt

test("the hours of the specification apply until an administrator saves others, and each change is recorded", async () => {
  expect(await read()).toEqual({ version: 0, week: OPENING_HOURS })
  const first = await save({ version: 0, week: MORNING })
  expect([first.statusCode, first.json()]).toEqual([200, { version: 1, week: MORNING }])
  expect((await save({ version: 1, week: TWO })).json()).toEqual({ version: 2, week: TWO })
  expect(await read()).toEqual({ version: 2, week: TWO })
  expect(await audit()).toMatchObject([
    { action: "opening_hours.saved", before: { week: OPENING_HOURS }, after: { week: MORNING } },
    { before: { week: MORNING }, after: { week: TWO } },
  ])
})

test("the same hours again change nothing, whichever version they name", async () => {
  for (const version of [0, 0, 1, 7]) expect((await save({ version, week: MORNING })).json().version).toBe(1)
  expect([(await rows()).length, (await audit()).length]).toEqual([1, 1])
})

test.each([0, 2, 999_999_999])("over version 1, saving over version %d is refused", async (version) => {
  await save({ version: 0, week: MORNING })
  const refused = await save({ version, week: TWO })
  expect([refused.statusCode, refused.json().code]).toEqual([409, "record.changed"])
  expect(await read()).toEqual({ version: 1, week: MORNING })
})

test("of two administrators who save at once one is told of the other, and the same hours twice are one save", async () => {
  const other = await signInAsNewAdmin(app, "ann")
  const both = await Promise.all([
    save({ version: 0, week: MORNING }),
    save({ version: 0, week: TWO }, other),
    save({ version: 0, week: weekOf(["10:00", "11:00"]) }, other),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  const week = weekOf(["20:00", "21:00"])
  const twice = await Promise.all([save({ version: 1, week }), save({ version: 1, week }, other)])
  expect(twice.map((response) => [response.statusCode, response.json().version])).toEqual([
    [200, 2],
    [200, 2],
  ])
  expect([(await rows()).length, (await audit()).length]).toEqual([2, 2])
})

const BAD_SPANS: readonly (readonly [string, unknown, string])[] = [
  ["no start", weekOf([undefined, "12:00"]), "week.1.0.from"],
  ["an empty start", weekOf(["", "12:00"]), "week.1.0.from"],
  ["a start that is a number", weekOf([9, "12:00"]), "week.1.0.from"],
  ["a start beside the quarters", weekOf(["09:10", "12:00"]), "week.1.0.from"],
  ["the end 24:00", weekOf(["09:00", "24:00"]), "week.1.0.to"],
  ["an end at its start", weekOf(["09:00", "09:00"]), "week.1.0.to"],
  ["an end before its start", weekOf(["09:00", "08:45"]), "week.1.0.to"],
  ["a span in another", weekOf(["09:00", "12:00"], ["11:45", "13:00"]), "week.1.1.from"],
  ["a span at the end of another", weekOf(["09:00", "12:00"], ["12:00", "13:00"]), "week.1.1.from"],
  ["a span before the other", weekOf(["13:00", "14:00"], ["09:00", "10:00"]), "week.1.1.from"],
  ["three spans", weekOf(["09:00", "10:00"], ["11:00", "12:00"], ["13:00", "14:00"]), "week.1"],
  ["no open day", weekOf(), "week"],
  ["six days", MORNING.slice(1), "week"],
  ["eight days", [...MORNING, []], "week"],
  ["days that are no lists", [1, 2, 3, 4, 5, 6, 7], "week.0"],
  ["a text", "always", "week"],
  ["nothing", null, "week"],
]

test.each(BAD_SPANS)("a week with %s is refused", async (_, week, field) => {
  const response = await save({ version: 0, week })
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, expect.arrayContaining([field])])
  expect(await rows()).toEqual([])
})

test("the shortest, the earliest and the latest span are saved", async () => {
  const week = weekOf(["00:00", "00:15"], ["00:30", "23:45"])
  expect((await save({ version: 0, week })).json()).toEqual({ version: 1, week })
})

test.each([
  { week: MORNING },
  { version: -1, week: MORNING },
  { version: 0.5, week: MORNING },
  { version: "0", week: MORNING },
  { version: 1_000_000_000, week: MORNING },
  { version: 0 },
  { version: 0, week: MORNING, name: "x" },
  { version: 0, week: MORNING.map((spans) => spans.map((span) => ({ ...span, name: "x" }))) },
  [["week"]],
  undefined,
])("the body %j is refused", async (body) => {
  expect((await save(body)).statusCode).toBe(400)
  expect(await rows()).toEqual([])
})

test("only an administrator reads or saves them", async () => {
  const ada = await register(app, "ada")
  for (const [browser, status] of [
    [openBrowser(app), 401],
    [ada, 403],
  ] as const) {
    expect((await browser.send("GET", URL)).statusCode).toBe(status)
    expect((await save({ version: 0, week: MORNING }, browser)).statusCode).toBe(status)
  }
  expect(await rows()).toEqual([])
})

test("the chat says when the team is back by the saved hours and the closed days", async () => {
  expect(await opening()).toBe("2026-01-02T14:00:00.000Z")
  await save({ version: 0, week: TWO })
  expect(await opening()).toBe("2026-01-05T14:00:00.000Z")
  await admin.send("PUT", "/api/admin/closed-days/2026-01-05", { name: "Holiday" })
  expect(await opening()).toBe("2026-01-12T14:00:00.000Z")
  app.setNow(new Date("2026-01-12T17:00:00Z"))
  expect(await opening()).toBe("2026-01-12T18:15:00.000Z")
  app.setNow(new Date("2026-01-12T18:15:00Z"))
  expect(await opening()).toBeNull()
})

test("the contact page shows hours that differ from the specification, and the closed days of the next thirty days", async () => {
  const pages = capturePages()
  await mountChatPages(pages, app.deps)
  const shown = () => pages.recordsOf("/contact")
  expect(await shown()).toEqual({})
  for (const date of ["2026-01-02", "2026-01-31", "2026-02-03"])
    await admin.send("PUT", `/api/admin/closed-days/${date}`, { name: "Holiday" })
  expect(await shown()).toEqual({ openingHours: { closedDays: ["2026-01-02", "2026-01-31"] } })
  await save({ version: 0, week: TWO })
  const closedDays = ["2026-01-02", "2026-01-31"]
  expect(await shown()).toEqual({ openingHours: { week: TWO, closedDays } })
  await save({ version: 1, week: OPENING_HOURS })
  expect(await shown()).toEqual({ openingHours: { closedDays } })
  app.setNow(new Date("2026-03-01T03:04:05Z"))
  expect(await shown()).toEqual({})
})
