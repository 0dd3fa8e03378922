import { LANGUAGES } from "@haitech/contract/languages"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { auditLog } from "#platform/audit/table.ts"
import { text } from "#platform/messages.ts"
import { createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { withEnd } from "#testing-appointments.ts"
import { readPdf } from "#testing-pdf.ts"
import { registerTutor, TUTOR } from "#testing-slots.ts"
import { readProofPage } from "./service/hours-proofs.ts"
import { hoursProofs } from "./table/hours-proofs.ts"
import { appointments } from "./table.ts"

const PERIOD = { fromDay: "2025-12-01", untilDay: "2025-12-31", language: "fr" }

let app: TestApp
let tim: Awaited<ReturnType<typeof registerTutor>>
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeAll(async () => {
  app = await createTestApp()
  tim = await registerTutor(app, "tim")
  admin = await signInAsAdmin(app, "root")
  await tim.send("PUT", "/api/tutor", TUTOR)
})
beforeEach(async () => {
  await app.database.db.delete(hoursProofs)
  await app.database.db.delete(appointments)
  await app.database.sql`update users set first_name = 'Tim', last_name = 'Étienne' where id = ${tim.id}`
})
afterAll(() => app.close())

type Row = Partial<typeof appointments.$inferInsert>

async function give(...rows: Row[]) {
  const what = { sessionType: "tutoring", subject: "coding", preferredTime: "10:00", duration: 90 } as const
  const who = { studentName: "Eve", studentEmail: "eve@example.org", tutorId: tim.id, status: "completed" } as const
  const preferredDate = new Date("2025-12-10T15:00:00Z")
  await app.database.db
    .insert(appointments)
    .values(rows.map((row) => withEnd({ ...what, ...who, preferredDate, ...row })))
}

const make = (form: object = {}) => tim.send("POST", "/api/tutor/proofs", { ...PERIOD, ...form })
const revoke = (id: string, reason = "The hours were wrong.") =>
  admin.send("POST", `/api/admin/hours-proofs/${id}/revocation`, { reason })
const issued = async () => (await admin.send("GET", "/api/admin/hours-proofs")).json<{ id: string; code: string }[]>()
const pageOf = (code: string) => {
  const organization = { name: "HaiTech Inc" } as never
  const site = { url: "https://haitech.example", timeZone: "America/New_York", name: "HaiTech" }
  return readProofPage({ db: app.database.db, site, organization }, code)
}

test("a proof freezes the completed sessions of a period on the tutor's clock", async () => {
  await give(
    {},
    { studentEmail: "marc@example.org", duration: 60 },
    { preferredDate: new Date("2025-11-30T23:00:00Z"), duration: 30 },
    { preferredDate: new Date("2025-11-30T22:59:00Z") },
    { preferredDate: new Date("2025-12-31T23:00:00Z") },
    { status: "no_show" },
    { status: "cancelled" },
  )
  const response = await make()
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
      name: "Tim Étienne",
      role: "mentor",
      ...PERIOD,
      minutes: 120,
      sessions: 2,
      issuedAt: expect.any(String),
      revokedAt: null,
      revokedReason: null,
    },
  ])
  await app.database.db.delete(appointments)
  await app.database.sql`update users set last_name = 'Other' where id = ${tim.id}`
  expect((await tim.send("GET", "/api/tutor/proofs")).json()).toEqual([response.json()])
  expect(await pageOf(response.json().code)).toMatchObject({
    ...response.json(),
    organization: "HaiTech Inc",
    address: `https://haitech.example/fr/hours-proof/${response.json().code}`,
  })
})

test("twenty requests at once store one proof, and another session makes another one", async () => {
  await give({})
  const replies = await Promise.all(Array.from({ length: 20 }, () => make()))
  expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.json().code}`)).size).toBe(1)
  await give({ preferredDate: new Date("2025-12-11T15:00:00Z") })
  expect((await make()).json()).toMatchObject({ sessions: 2 })
  expect(await app.database.db.$count(hoursProofs)).toBe(2)
})

test.each([
  ["no session", {}, 409, "hours_proof.empty"],
  ["a day to come", { untilDay: "2026-01-03" }, 400, "request.invalid"],
  ["an end before the beginning", { untilDay: "2025-11-30" }, 400, "request.invalid"],
  ["a day that does not exist", { fromDay: "2025-02-30" }, 400, "request.invalid"],
  ["another language", { language: "de" }, 400, "request.invalid"],
  ["a name of one's own", { name: "Dr. Tim" }, 400, "request.invalid"],
])("a proof for %s is refused", async (_what, form, status, code) => {
  if (status === 400) await give({})
  const response = await make(form)
  expect([response.statusCode, response.json().code]).toEqual([status, code])
  expect(await app.database.db.$count(hoursProofs)).toBe(0)
})

test("a tutor without a name gets no proof", async () => {
  await give({})
  await app.database.sql`update users set first_name = null, last_name = null where id = ${tim.id}`
  expect((await make()).json().code).toBe("hours_proof.nameless")
})

test("another tutor's proofs are not listed", async () => {
  await give({})
  await make()
  const zoe = await registerTutor(app, "zoe")
  expect((await zoe.send("GET", "/api/tutor/proofs")).json()).toEqual([])
})

test.each(LANGUAGES)("the PDF in %s has every field and its address, for a stranger too", async (language) => {
  await give({}, { preferredDate: new Date("2025-12-11T15:00:00Z"), duration: 60 })
  const { code } = (await make({ language })).json()
  const response = await openBrowser(app).send("GET", `/api/hours-proofs/${code}/pdf`)
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/pdf"])
  const words = readPdf(new Uint8Array(response.rawPayload)).text
  for (const part of [
    "Tim Étienne",
    text(language, "hours_proof.lead"),
    text(language, "hours_proof.role_mentor"),
    text("en", "hours_proof.role_mentor"),
    "2025",
    code.replace(/.{4}(?=.)/g, "$& "),
    `hours-proof/${code}`,
    language === "ht" ? "2 è 30 min" : "2 h 30 min",
  ])
    expect(words).toContain(part)
})

test("an unknown code has no proof and no page", async () => {
  expect((await openBrowser(app).send("GET", "/api/hours-proofs/0123456789AB/pdf")).statusCode).toBe(404)
  expect((await openBrowser(app).send("GET", "/api/hours-proofs/0123456789ab/pdf")).statusCode).toBe(400)
  expect(await pageOf("0123456789AB")).toBeUndefined()
})

test("an administrator revokes a proof once, with a reason that the audit log does not keep", async () => {
  await give({})
  const { code } = (await make()).json()
  const [{ id } = { id: "" }] = await issued()
  expect((await revoke(id, " ")).json().fields).toEqual({ reason: expect.any(String) })
  expect((await revoke(id, "a".repeat(501))).statusCode).toBe(400)
  expect((await revoke(id)).json()).toMatchObject({ revokedReason: "The hours were wrong.", code })
  expect((await revoke(id)).json().code).toBe("hours_proof.revoked")
  expect((await revoke(crypto.randomUUID())).json().code).toBe("hours_proof.unknown")
  const entries = await app.database.db.select().from(auditLog)
  const revocations = entries.filter(({ action }) => action === "hours_proof.revoked")
  expect(revocations).toMatchObject([{ actorId: admin.id, subjectId: id, before: null, after: null }])
  expect(await pageOf(code)).toMatchObject({ revokedReason: "The hours were wrong." })
  const pdf = await openBrowser(app).send("GET", `/api/hours-proofs/${code}/pdf`)
  expect(readPdf(new Uint8Array(pdf.rawPayload)).text).toContain(
    text("fr", "certificate.revoked_on", { day: "1 janvier 2026" }),
  )
  expect((await make()).json().code).toBe("hours_proof.revoked")
})

test("proofs are found by name and code, and a member revokes none", async () => {
  await give({})
  const { code } = (await make()).json()
  for (const [q, found] of [
    ["etienne", 1],
    [code.slice(0, 6), 1],
    ["nobody", 0],
  ] as const)
    expect([q, (await admin.send("GET", `/api/admin/hours-proofs?q=${q}`)).json().length]).toEqual([q, found])
  const ada = await register(app, "ada")
  expect((await ada.send("POST", `/api/admin/hours-proofs/${crypto.randomUUID()}/revocation`, {})).statusCode).toBe(403)
})
