import { afterEach, beforeEach, expect, test } from "vitest"
import { sessionLink } from "#features/appointments/service/links.ts"
import { sweep } from "#sweep.ts"
import { type Browser, createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { insertBooking, insertTutor } from "#testing-booking.ts"
import { ADULT, insertGroup, join, post, registerAged } from "#testing-groups.ts"
import { listedKeys } from "#testing-mail.ts"
import { safeguardingCases, safeguardingEntries } from "./table.ts"

let app: TestApp
let root: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
  root = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const CASES = "/api/admin/cases"
const REPORT = { category: "unsafe", text: "He asked for my number." }
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  body ? JSON.parse(body).code : undefined,
]
const listOf = async (admin: Browser, query = "") => (await admin.send("GET", `${CASES}${query}`)).json()
const fileOf = async (admin: Browser, id: string) => (await admin.send("GET", `${CASES}/${id}`)).json()
const name = (admin: Browser, id: string, isNamed: boolean) =>
  admin.send("PUT", `/api/admin/safeguarding-staff/${id}`, { isNamed })

/** @returns the id of the case */
async function reportSession(): Promise<string> {
  const ada = await register(app, "ada")
  const { id } = await insertBooking(app, { userId: ada.id, description: "Loops" })
  expect((await ada.send("POST", `/api/appointments/${id}/reports`, REPORT)).statusCode).toBe(204)
  return (await listOf(root))[0].id
}

test("student, tutor and the holder of the link report a session, and all of it is one case", async () => {
  const [ada, eve] = [await register(app, "ada"), await register(app, "eve")]
  const tutorId = await insertTutor(app)
  await app.database.sql`update tutors set user_id = ${eve.id} where user_id = ${tutorId}`
  const row = await insertBooking(app, { userId: ada.id, tutorId: eve.id, description: "Loops" })
  const url = `/api/appointments/${row.id}/reports`
  for (const member of [ada, eve]) expect((await member.send("POST", url, REPORT)).statusCode).toBe(204)
  const token = sessionLink(app.deps, row.id, "en").split("#session=")[1]
  const guest = openBrowser(app)
  expect((await guest.send("POST", "/api/appointments/reports", { token, category: "other" })).statusCode).toBe(204)
  const [file] = await listOf(root)
  expect(file).toMatchObject({ subjectKind: "session", subjectId: row.id, category: "unsafe", state: "open" })
  expect((await fileOf(root, file.id)).entries).toMatchObject([
    { number: 1, kind: "report", role: "student", author: { id: ada.id }, text: REPORT.text },
    { number: 2, kind: "report", role: "tutor", author: { id: eve.id } },
    { number: 3, kind: "report", role: "student", author: null, text: null },
  ])
  expect((await fileOf(root, file.id)).entries[0].quote).toContain("Loops")
})

test.each([
  [{}, 400, "request.invalid"],
  [{ category: "rude" }, 400, "request.invalid"],
  [{ category: "unsafe", text: "a".repeat(2001) }, 400, "request.invalid"],
  [{ category: "unsafe", reporterId: "x" }, 400, "request.invalid"],
])("a report with %j is refused", async (body, ...answer) => {
  const ada = await register(app, "ada")
  const { id } = await insertBooking(app, { userId: ada.id })
  expect(codeOf(await ada.send("POST", `/api/appointments/${id}/reports`, body))).toEqual(answer)
  expect(await listOf(root)).toEqual([])
})

test("nobody reports the session of somebody else, or with a changed link", async () => {
  const { id } = await insertBooking(app, { userId: (await register(app, "ada")).id })
  const eve = await register(app, "eve")
  expect(codeOf(await eve.send("POST", `/api/appointments/${id}/reports`, REPORT))).toEqual([404, "record.unknown"])
  const token = `${id}.${"0".repeat(64)}`
  const response = await eve.send("POST", "/api/appointments/reports", { ...REPORT, token })
  expect(codeOf(response)).toEqual([400, "appointment_link.expired"])
  expect(await app.database.db.$count(safeguardingCases)).toBe(0)
})

test("a reported post opens a case with its words; what the detector finds and a second report do not", async () => {
  const id = await insertGroup(app)
  const [ada, eve] = [await registerAged(app, "ada", ADULT), await registerAged(app, "eve", ADULT)]
  for (const member of [ada, eve]) await join(member, id)
  await post(ada, id, "Call me: 509 3412 3456")
  const { id: postId } = (await post(ada, id, "You are stupid")).json()
  expect(await listOf(root)).toEqual([])
  for (const _ of [1, 2]) await eve.send("POST", `/api/study-groups/${id}/posts/${postId}/reports`, { reason: "Rude" })
  const [file] = await listOf(root)
  expect((await fileOf(root, file.id)).entries).toMatchObject([
    { role: "member", author: { id: eve.id }, text: "Rude", quote: "You are stupid" },
  ])
})

test("a reported conversation opens a case with its last messages, and stays reported to all administrators", async () => {
  const guest = openBrowser(app)
  await guest.send("POST", "/api/chat", { name: "Ada", message: "Hello" })
  await guest.send("POST", "/api/chat/report", { reason: "Rude" })
  const [file] = await listOf(root)
  expect(file).toMatchObject({ subjectKind: "chat", category: "other" })
  expect((await fileOf(root, file.id)).entries).toMatchObject([
    { role: "visitor", author: null, text: "Rude", quote: "[guest] Hello" },
  ])
  expect((await root.send("GET", "/api/admin/chat/threads?isReported=true")).json()).toHaveLength(1)
})

test("while nobody is named every administrator reads; then only who is named, and each reading is in the audit log", async () => {
  const id = await reportSession()
  const other = await signInAsAdmin(app, "other")
  expect((await fileOf(other, id)).entries).toHaveLength(1)
  expect((await name(root, root.id, true)).json()).toMatchObject({ isReader: true })
  for (const call of [
    () => other.send("GET", CASES),
    () => other.send("GET", `${CASES}/${id}`),
    () => other.send("POST", `${CASES}/${id}/entries`, { text: "A" }),
    () => other.send("PATCH", `${CASES}/${id}`, { state: "closed", reason: "A" }),
    () => name(other, other.id, true),
  ])
    expect(codeOf(await call())).toEqual([403, "case.refused"])
  expect((await other.send("GET", "/api/admin/safeguarding-staff")).json()).toMatchObject({ isReader: false })
  const log = (await root.send("GET", "/api/admin/audit?action=case.read")).json()
  expect(log).toMatchObject([{ actor: { id: other.id }, subjectId: id, subject: null, before: null, after: null }])
})

test("one named administrator stays, and who is no administrator cannot be named", async () => {
  const other = await signInAsAdmin(app, "other")
  const member = await register(app, "ada")
  expect(codeOf(await name(root, member.id, true))).toEqual([404, "user.unknown"])
  for (const { id } of [root, other]) expect((await name(root, id, true)).statusCode).toBe(200)
  const removals = await Promise.all([name(root, other.id, false), name(other, root.id, false)])
  expect(removals.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403])
  const last = removals[0]?.statusCode === 200 ? root : other
  expect(codeOf(await name(last, last.id, false))).toEqual([409, "safeguarding_staff.last"])
})

test("when the named one is no administrator any more, everyone reads again", async () => {
  await reportSession()
  const other = await signInAsAdmin(app, "other")
  await name(root, root.id, true)
  await app.database.sql`update users set is_admin = false where id = ${root.id}`
  expect(await listOf(other)).toHaveLength(1)
})

test("staff adds to the record, closes with a reason and reopens", async () => {
  const id = await reportSession()
  const change = (body: object) => root.send("PATCH", `${CASES}/${id}`, body)
  for (const wrong of [{}, { text: "" }, { text: "a".repeat(5001) }, { text: "A", kind: "report" }])
    expect((await root.send("POST", `${CASES}/${id}/entries`, wrong)).statusCode).toBe(400)
  expect((await root.send("POST", `${CASES}/${id}/entries`, { text: "a".repeat(5000) })).statusCode).toBe(201)
  expect(codeOf(await change({ state: "closed" }))).toEqual([400, "request.invalid"])
  const closings = await Promise.all([1, 2].map(() => change({ state: "closed", reason: "Settled" })))
  expect(closings.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await listOf(root, "?state=open")).toEqual([])
  expect((await change({ state: "open", reason: "More is known" })).json()).toMatchObject({
    state: "open",
    closedAt: null,
    entryCount: 4,
  })
  expect((await fileOf(root, id)).entries.map(({ kind }: { kind: string }) => kind)).toEqual([
    "report",
    "note",
    "closed",
    "reopened",
  ])
})

test("a case does not reopen while another one about the same is open", async () => {
  const id = await reportSession()
  const [row] = await app.database.db.select().from(safeguardingCases)
  await root.send("PATCH", `${CASES}/${id}`, { state: "closed", reason: "Settled" })
  await app.database.db.insert(safeguardingCases).values({
    subjectKind: "session",
    subjectId: row?.subjectId ?? "",
    category: "other",
  })
  expect(codeOf(await root.send("PATCH", `${CASES}/${id}`, { state: "open", reason: "A" }))).toEqual([
    409,
    "case.state",
  ])
})

test("the record cannot be changed or deleted, not even by SQL, until seven years after its end", async () => {
  const id = await reportSession()
  const { sql, db } = app.database
  for (const refused of [
    () => sql`update safeguarding_entries set text = 'Nothing'`,
    () => sql`update safeguarding_entries set author_id = null, text = 'Nothing'`,
    () => sql`delete from safeguarding_entries`,
    () => sql`delete from safeguarding_cases`,
    () => sql`truncate safeguarding_entries`,
  ])
    await expect(refused()).rejects.toThrow(/cannot be changed/)
  await sql`update safeguarding_cases set state = 'closed', closed_at = now() - interval '7 years' + interval '1 hour'`
  await sweep(app.deps)
  expect(await db.$count(safeguardingCases)).toBe(1)
  await sql`update safeguarding_cases set closed_at = now() - interval '7 years 1 hour' where id = ${id}`
  await sweep(app.deps)
  expect([await db.$count(safeguardingCases), await db.$count(safeguardingEntries)]).toEqual([0, 0])
})

test("readers get one email per case, without a word of the report", async () => {
  const other = await signInAsAdmin(app, "other")
  await name(root, root.id, true)
  await reportSession()
  const emails = (await app.deliver()).filter(({ subject }) => subject === "A report waits")
  expect(emails.map(({ to }) => to)).toEqual(["root@example.org"])
  expect(emails[0]?.text).not.toMatch(/number|Ada|Loops/)
  expect(other.id).not.toBe(root.id)
  expect(await listedKeys(app)).not.toContain(emails[0]?.key)
})

test("reports from two processes at once are one case with numbered entries", async () => {
  const second = await createTestApp({ database: app.database })
  const ada = await register(app, "ada")
  const { id } = await insertBooking(app, { userId: ada.id })
  const token = sessionLink(app.deps, id, "en").split("#session=")[1]
  const payload = { token, category: "unsafe" }
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? app : second).send({ method: "POST", url: "/api/appointments/reports", payload }),
    ),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(204))
  const [file] = await listOf(root)
  const { entries } = await fileOf(root, file.id)
  expect(entries.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  await second.close()
})
