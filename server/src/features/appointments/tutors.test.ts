import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { addTutor, TUTOR } from "#testing-slots.ts"
import { tutors } from "./table/slots.ts"

const URL = "/api/admin/tutors"
const FULL = {
  timeZone: "America/Port-au-Prince",
  weeklyLimit: 3,
  noticeHours: 24,
  meetingUrl: "https://meet.example.org/tim",
  pausedFrom: "2026-07-01",
  pausedUntil: "2026-08-31",
  languages: ["fr", "ht"],
  subjects: ["coding"],
}

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const save = (userId: string, body: object) => admin.send("PUT", `${URL}/${userId}`, body)
const rows = () => app.database.db.select().from(tutors)
const audit = async () =>
  (await admin.send("GET", "/api/admin/audit")).json<{ action: string; before: unknown; after: unknown }[]>()

test("an administrator becomes a tutor, and is changed; each change is recorded once", async () => {
  const created = await save(admin.id, TUTOR)
  const person = { userId: admin.id, name: "root Pierre", screenedUntil: null }
  expect([created.statusCode, created.json()]).toEqual([200, { ...person, ...TUTOR, languages: [], subjects: [] }])
  expect((await save(admin.id, FULL)).json()).toEqual({ ...person, ...FULL })
  await save(admin.id, FULL)
  expect([await rows(), (await audit()).length]).toMatchObject([[FULL], 2])
  const [updated, first] = await audit()
  const [facts, fullFacts] = [TUTOR, FULL].map(({ meetingUrl, ...rest }) => ({ ...rest, hasMeetingUrl: !!meetingUrl }))
  expect(first).toMatchObject({ action: "tutor.created", subjectId: admin.id, subject: "root Pierre", after: facts })
  expect(updated).toMatchObject({ action: "tutor.updated", before: facts, after: fullFacts })
  expect(JSON.stringify(await audit())).not.toContain(FULL.meetingUrl)
})

test("tutors are listed by name", async () => {
  for (const name of ["zoe", "ada", "mia"]) await addTutor(app, admin, name)
  const listed = (await admin.send("GET", URL)).json<{ name: string }[]>()
  expect(listed.map(({ name }) => name)).toEqual(["ada Pierre", "mia Pierre", "zoe Pierre"])
})

test.each([
  ["volunteer", true, 200],
  ["mentor", true, 200],
  ["ambassador", true, 409],
  ["student", true, 409],
  ["volunteer", false, 409],
  ["mentor", false, 409],
])("a %s whose role is approved: %s is answered with %d", async (role, isApproved, status) => {
  const { id } = await register(app, "tim")
  const approvedAt = isApproved ? new Date() : null
  await app.database.sql`update users set role = ${role}, role_approved_at = ${approvedAt} where id = ${id}`
  const response = await save(id, TUTOR)
  expect([response.statusCode, response.json().code]).toEqual([status, status === 409 ? "tutor.refused" : undefined])
  expect(await rows()).toHaveLength(status === 200 ? 1 : 0)
})

test("a disabled account is refused, and an unknown one is unknown", async () => {
  const { id } = await register(app, "tim")
  await app.database.sql`update users set role = 'mentor', role_approved_at = now(), approved = false where id = ${id}`
  const codeOf = async (userId: string) => (await save(userId, TUTOR)).json().code
  expect([await codeOf(id), await codeOf(crypto.randomUUID()), await codeOf("tim")]).toEqual([
    "tutor.refused",
    "user.unknown",
    "request.invalid",
  ])
})

test.each([
  ["timeZone", [undefined, null, 5, "", "Paris", "America/Nowhere"]],
  ["weeklyLimit", [undefined, "3", 0, 61, 1.5]],
  ["noticeHours", [undefined, null, "3", -1, 337, 0.5]],
  [
    "meetingUrl",
    [
      undefined,
      5,
      "",
      "meet.example.org",
      "http://a.b",
      "https://wa.me/509",
      "javascript:x",
      `https://${"a".repeat(493)}`,
    ],
  ],
  ["pausedFrom", [undefined, 5, "", "2026-02-30"]],
  ["pausedUntil", [undefined, 5, "", "2026-02-30", "2026-06-30"]],
] as const)("a wrong %s is refused and stores nothing", async (field, values) => {
  for (const value of values) {
    const response = await save(admin.id, { ...FULL, [field]: value })
    expect([value, response.statusCode, Object.keys(response.json().fields)]).toEqual([value, 400, [field]])
  }
  expect([(await save(admin.id, { ...FULL, name: "Tim" })).statusCode, await rows()]).toEqual([400, []])
})

test("a pause that only ends is refused, one without end or of one day is not", async () => {
  const endsOnly = await save(admin.id, { ...FULL, pausedFrom: null })
  expect([endsOnly.statusCode, Object.keys(endsOnly.json().fields)]).toEqual([400, ["pausedFrom"]])
  expect((await save(admin.id, { ...FULL, pausedUntil: null })).statusCode).toBe(200)
  expect((await save(admin.id, { ...FULL, pausedUntil: FULL.pausedFrom })).statusCode).toBe(200)
})

test.each([
  { weeklyLimit: 1 },
  { weeklyLimit: 60 },
  { noticeHours: 0 },
  { noticeHours: 336 },
  { meetingUrl: `https://${"a".repeat(492)}` },
])("a tutor with the limit %j is saved", async (more) => {
  expect((await save(admin.id, { ...TUTOR, ...more })).json()).toMatchObject(more)
})

test("twenty concurrent requests in two processes make one tutor", async () => {
  const otherApp = await createTestApp({ database: app.database })
  const headers = { cookie: admin.cookie(), origin: "http://localhost:3000" }
  const sendTo = (index: number) =>
    (index % 2 ? app : otherApp).send({ method: "PUT", url: `${URL}/${admin.id}`, payload: TUTOR, headers })
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => sendTo(index)))
  await otherApp.close()
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect([(await rows()).length, (await audit()).length]).toEqual([1, 1])
})

test("only an administrator reads or saves tutors", async () => {
  const ada = await register(app, "ada")
  for (const [browser, status] of [
    [openBrowser(app), 401],
    [ada, 403],
  ] as const) {
    expect((await browser.send("GET", URL)).statusCode).toBe(status)
    expect((await browser.send("PUT", `${URL}/${admin.id}`, TUTOR)).statusCode).toBe(status)
  }
  expect(await rows()).toEqual([])
})
