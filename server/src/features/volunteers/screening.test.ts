import { SCREENING_DAYS, SCREENING_STEPS, type ScreeningStep } from "@haitech/contract/screening"
import { v7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

let app: TestApp
let ada: Admin
let eve: Admin
let rose: string
let names = 0
beforeAll(async () => {
  app = await createTestApp()
  ada = await signInAsAdmin(app, "ada")
  eve = await signInAsAdmin(app, "eve")
})
beforeEach(async () => {
  await app.database.sql`delete from audit_log`
  rose = (await register(app, `rose${names++}`)).id
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const days = (count: number, ms = 0) => new Date(app.deps.now().getTime() + count * DAY_MS + ms).toISOString()
const read = async (userId = rose) => (await ada.send("GET", `/api/admin/screenings/${userId}`)).json()
const recordAs = (admin: Browser, step: string, body: object = {}, userId = rose) =>
  admin.send("PUT", `/api/admin/screenings/${userId}/steps/${step}`, { validUntil: days(300), ...body })
const confirmAs = (admin: Browser, id: string) => admin.send("PUT", `/api/admin/screening-records/${id}/confirmation`)
const withdrawAs = (admin: Browser, id: string, body: object = { reason: "Expired passport" }) =>
  admin.send("PUT", `/api/admin/screening-records/${id}/withdrawal`, body)
const codeOf = async (response: ReturnType<typeof recordAs>) => {
  const { statusCode, body } = await response
  return [statusCode, JSON.parse(body).code]
}

interface StoredRecord {
  readonly id: string
  readonly step: ScreeningStep
}

/** @returns the id of the record */
async function settle(step: ScreeningStep, validUntil = days(300)): Promise<string> {
  const { records } = (await recordAs(ada, step, { validUntil })).json<{ records: StoredRecord[] }>()
  const id = records[0]?.id ?? ""
  expect((await confirmAs(eve, id)).statusCode).toBe(200)
  return id
}

test("a person is screened until the earliest end of the five steps, once a second administrator confirmed all", async () => {
  for (const step of SCREENING_STEPS.slice(1)) await settle(step)
  expect((await read()).screenedUntil).toBeNull()
  const recorded = await recordAs(ada, "identity", { validUntil: days(200), reference: " A-17 " })
  const [waiting] = recorded.json().records
  expect(waiting).toEqual({
    id: expect.any(String),
    step: "identity",
    validUntil: days(200),
    reference: "A-17",
    recordedBy: { id: ada.id, name: "ada Pierre" },
    recordedAt: app.deps.now().toISOString(),
    confirmedBy: null,
    confirmedAt: null,
    withdrawnAt: null,
    withdrawalReason: null,
  })
  expect(recorded.json().screenedUntil).toBeNull()
  const confirmed = (await confirmAs(eve, waiting.id)).json()
  expect(confirmed).toMatchObject({ userId: rose, screenedUntil: days(200), openHours: 0, groups: [], sessions: [] })
  expect(confirmed.records[0]).toMatchObject({ confirmedBy: { name: "eve Pierre" }, confirmedAt: expect.any(String) })
})

test("who recorded a step does not confirm it, and nobody records or confirms their own", async () => {
  const { records } = (await recordAs(ada, "identity")).json()
  expect(await codeOf(confirmAs(ada, records[0].id))).toEqual([409, "screening.same_person"])
  expect(await codeOf(recordAs(ada, "identity", {}, ada.id))).toEqual([409, "screening.own"])
  const own = (await recordAs(eve, "identity", {}, ada.id)).json().records[0]
  expect(await codeOf(confirmAs(ada, own.id))).toEqual([409, "screening.own"])
  expect((await read(ada.id)).records).toMatchObject([{ confirmedAt: null }])
})

test("a renewal waits beside the step that counts, and takes its place once it is confirmed", async () => {
  for (const step of SCREENING_STEPS) await settle(step, days(20))
  expect((await recordAs(ada, "interview", { validUntil: days(100) })).json().screenedUntil).toBe(days(20))
  const again = (await recordAs(eve, "interview", { validUntil: days(300) })).json()
  expect(again.records.filter(({ step }: StoredRecord) => step === "interview")).toHaveLength(2)
  for (const step of SCREENING_STEPS.slice(0, -1)) await settle(step)
  const renewed = (await confirmAs(ada, again.records[0].id)).json()
  expect([renewed.screenedUntil, renewed.records.length]).toEqual([days(300), SCREENING_STEPS.length])
})

test("a record whose place was taken is unknown, and a second confirmation changes nothing", async () => {
  const first = (await recordAs(ada, "identity")).json().records[0]
  await recordAs(ada, "identity", { validUntil: days(10) })
  expect(await codeOf(confirmAs(eve, first.id))).toEqual([404, "record.unknown"])
  const second = (await read()).records[0]
  const replies = await Promise.all([1, 2, 3].map(() => confirmAs(eve, second.id)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await auditOf("screening.confirmed")).toHaveLength(1)
})

test("a step that is withdrawn ends the screening at once, and stays with its reason", async () => {
  const ids: string[] = []
  for (const step of SCREENING_STEPS) ids.push(await settle(step))
  const replies = await Promise.all([1, 2].map(() => withdrawAs(eve, ids[2] ?? "")))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  const { screenedUntil, records } = await read()
  expect(screenedUntil).toBeNull()
  expect(records).toContainEqual(
    expect.objectContaining({ step: "background_check", withdrawalReason: "Expired passport" }),
  )
  expect(await codeOf(confirmAs(ada, ids[2] ?? ""))).toEqual([404, "record.unknown"])
  await settle("background_check")
  expect((await read()).screenedUntil).toBe(days(300))
})

const auditOf = async (action: string) =>
  (await ada.send("GET", `/api/admin/audit?action=${action}`)).json<Record<string, unknown>[]>()

test("the history has the person, the step and the day, and neither the reference nor the reason", async () => {
  await recordAs(ada, "interview", { reference: "canary-1" })
  const { id } = (await read()).records[0]
  await confirmAs(eve, id)
  await withdrawAs(ada, id, { reason: "canary-2" })
  const step = { step: "interview", validUntil: days(300) }
  expect(await auditOf("screening.viewed")).toMatchObject([{ subjectId: rose }])
  expect(await auditOf("screening.recorded")).toMatchObject([
    { subjectId: rose, after: { ...step, hasReference: true } },
  ])
  expect(await auditOf("screening.confirmed")).toMatchObject([{ subjectId: rose, after: step }])
  expect(await auditOf("screening.withdrawn")).toMatchObject([{ subjectId: rose, before: step }])
  expect(JSON.stringify(await app.database.sql`select * from audit_log`)).not.toContain("canary")
})

test.each([
  [{ validUntil: "tomorrow" }],
  [{ validUntil: null }],
  [{ validUntil: undefined }],
  [{ reference: "x".repeat(101) }],
  [{ reference: 7 }],
  [{ confirmedBy: "me" }],
])("a record with %j is refused", async (body) => {
  expect((await recordAs(ada, "identity", body)).statusCode).toBe(400)
  expect((await read()).records).toEqual([])
})

test("a step counts for a year at most, and not for a time that is past", async () => {
  const tryUntil = async (validUntil: string) => (await recordAs(ada, "identity", { validUntil })).statusCode
  expect(await tryUntil(days(SCREENING_DAYS))).toBe(200)
  expect(await tryUntil(days(SCREENING_DAYS, 1))).toBe(400)
  expect(await tryUntil(days(0))).toBe(400)
  expect(await tryUntil(days(0, 1))).toBe(200)
})

test.each([[{}], [{ reason: " " }], [{ reason: "x".repeat(501) }], [{ reason: 1 }], [{ reason: "x", by: "me" }]])(
  "a withdrawal with %j is refused",
  async (body) => {
    const id = await settle("identity")
    expect((await withdrawAs(ada, id, body)).statusCode).toBe(400)
    expect((await withdrawAs(ada, id, { reason: "x".repeat(500) })).statusCode).toBe(200)
  },
)

test("unknown people, steps and records are refused", async () => {
  expect(await codeOf(recordAs(ada, "identity", {}, v7()))).toEqual([404, "user.unknown"])
  expect(await codeOf(ada.send("GET", `/api/admin/screenings/${v7()}`))).toEqual([404, "user.unknown"])
  expect(await codeOf(recordAs(ada, "horoscope"))).toEqual([400, "request.invalid"])
  expect(await codeOf(confirmAs(ada, v7()))).toEqual([404, "record.unknown"])
  expect(await codeOf(withdrawAs(ada, v7()))).toEqual([404, "record.unknown"])
})

test("what an administrator settled still counts when the account is deleted", async () => {
  const zoe = await signInAsAdmin(app, `zoe${names++}`)
  for (const step of SCREENING_STEPS.slice(1)) await settle(step)
  await recordAs(zoe, "identity")
  const { id } = (await read()).records[0]
  await confirmAs(eve, id)
  await app.database.sql`delete from users where id = ${zoe.id}`
  const { screenedUntil, records } = await read()
  expect(screenedUntil).toBe(days(300))
  expect(records.find((row: StoredRecord) => row.id === id)).toMatchObject({
    recordedBy: null,
    confirmedBy: { name: "eve Pierre" },
  })
})

test("of two administrators who confirm and withdraw a step at once, the withdrawal stays", async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = (await recordAs(ada, "identity")).json().records[0]
    const [, withdrawn] = await Promise.all([confirmAs(eve, id), withdrawAs(ada, id)])
    expect(withdrawn.statusCode).toBe(200)
    const { records } = await read()
    expect(records.find((row: StoredRecord) => row.id === id)).toMatchObject({ withdrawnAt: expect.any(String) })
  }
})
