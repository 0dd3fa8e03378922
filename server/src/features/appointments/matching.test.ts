import type { Matches } from "@haitech/contract/admin/matching"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { auditLog } from "#platform/audit/table.ts"
import { createId } from "#platform/db/columns.ts"
import { createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSkilledTutor, answer, lookUp, propose, tokenOf } from "#testing-matching.ts"
import { screen } from "#testing-screening.ts"
import { addSlot, insertSession, placesTaken, SESSION, sessionEffects, storedSession } from "#testing-sessions.ts"
import { sendProposal } from "./service/proposal-email.ts"
import { sessionProposals } from "./table/proposals.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const matchesOf = async (id: string) =>
  (await admin.send("GET", `/api/admin/appointments/${id}/matches`)).json<Matches>()
const rows = () => app.database.db.select().from(sessionProposals).orderBy(sessionProposals.id)
const AT = SESSION.preferredDate.toISOString()

test("the tutors who fit are listed in order, with reasons; others are not", async () => {
  const { id } = await insertSession(app)
  const bea = await addSkilledTutor(app, admin, "bea")
  const zoe = await addSkilledTutor(app, admin, "zoe", { weeklyLimit: 3 })
  await addSlot(app, { startsAt: SESSION.preferredDate, tutorId: zoe })
  await insertSession(app, { tutorId: zoe, preferredDate: new Date("2026-01-14T14:00:00Z"), status: "approved" })
  await screen(app, await addSkilledTutor(app, admin, "unscreened"), new Date("2026-01-03T00:00:00Z"))
  await addSkilledTutor(app, admin, "german", { languages: ["es"] })
  await addSkilledTutor(app, admin, "unknown", { languages: [], subjects: [] })
  await addSkilledTutor(app, admin, "paused", { pausedFrom: "2026-01-15" })
  await addSkilledTutor(app, admin, "slow", { noticeHours: 336 })
  await addSkilledTutor(app, admin, "full", { weeklyLimit: 1 }).then((tutorId) =>
    insertSession(app, { tutorId, preferredDate: new Date("2026-01-12T14:00:00Z"), status: "approved" }),
  )
  const former = await addSkilledTutor(app, admin, "former")
  await app.database.sql`update users set role = 'student' where id = ${former}`
  const busy = await addSkilledTutor(app, admin, "busy")
  await insertSession(app, { tutorId: busy, studentEmail: "eve@example.org" })
  expect(await matchesOf(id)).toEqual({
    matches: [
      {
        tutorId: zoe,
        name: "zoe Pierre",
        reasons: ["language", "subject", "free", "below_limit", "session_type", "open_hour"],
        sessionsThatWeek: 1,
        weeklyLimit: 3,
        hasDeclined: false,
      },
      {
        tutorId: bea,
        name: "bea Pierre",
        reasons: ["language", "subject", "free"],
        sessionsThatWeek: 0,
        weeklyLimit: null,
        hasDeclined: false,
      },
    ],
    incomplete: 1,
    proposal: null,
  })
})

test("a tutor is no match for a request of their own, by account or by address", async () => {
  const bea = await addSkilledTutor(app, admin, "bea")
  const byAccount = await insertSession(app, { userId: bea })
  const byAddress = await insertSession(app, { studentEmail: "BEA@example.org" })
  for (const { id } of [byAccount, byAddress]) {
    expect((await matchesOf(id)).matches).toEqual([])
    expect((await propose(admin, id, bea)).json().code).toBe("tutor.unfit")
  }
})

test("nobody is listed for a session that has a tutor or is no longer pending, and an unknown one is 404", async () => {
  const bea = await addSkilledTutor(app, admin, "bea")
  const given = await insertSession(app, { tutorId: bea })
  const declined = await insertSession(app, { status: "declined" })
  for (const { id } of [given, declined]) {
    expect(await matchesOf(id)).toEqual({ matches: [], incomplete: 0, proposal: null })
    expect((await propose(admin, id, bea)).json().code).toBe("appointment.state")
  }
  expect((await admin.send("GET", `/api/admin/appointments/${createId()}/matches`)).statusCode).toBe(404)
  expect((await propose(admin, createId(), bea)).statusCode).toBe(404)
})

test("a proposal emails the tutor the first name, the time and a link, and no more of the student", async () => {
  const { id } = await insertSession(app, {
    studentName: "Ada Lovelace-Pierre",
    description: "Call me: 555-1234",
    language: "fr",
  })
  const bea = await addSkilledTutor(app, admin, "bea")
  await app.database.sql`update users set language = 'fr' where id = ${bea}`
  const response = await propose(admin, id, bea)
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      id: expect.any(String),
      tutorId: bea,
      tutorName: "bea Pierre",
      state: "open",
      createdAt: "2026-01-02T03:04:05.000Z",
      answeredAt: null,
    },
  ])
  const emails = (await app.deliver()).filter(({ text }) => text.includes("#proposal="))
  expect(emails.map(({ to, language, subject }) => [to, language, subject])).toEqual([
    ["bea@example.org", "fr", "Pouvez-vous donner cette séance\u00a0?"],
  ])
  expect(emails[0]?.text).toContain("http://localhost:3000/fr/proposal#proposal=")
  expect(emails[0]?.text).toContain("15:00")
  const view = await lookUp(app, await tokenOf(app, "bea"))
  expect(view).toEqual({
    state: "open",
    studentName: "Ada",
    language: "fr",
    sessionType: "tutoring",
    subject: "coding",
    startsAt: AT,
    duration: 60,
    timeZone: "Europe/Paris",
  })
  expect(JSON.stringify([emails, view])).not.toMatch(/Lovelace|555-1234|ada@/)
  const audit = await app.database.db.select().from(auditLog).orderBy(auditLog.id)
  expect(audit.at(-1)).toMatchObject({ action: "appointment.proposed", subjectId: id, after: { tutorId: bea } })
})

test("accepting approves the session, gives it to the tutor with a place in the open hour, and tells both", async () => {
  const { id } = await insertSession(app)
  const bea = await addSkilledTutor(app, admin, "bea")
  const slot = await addSlot(app, { startsAt: SESSION.preferredDate, tutorId: bea })
  await propose(admin, id, bea)
  const token = await tokenOf(app, "bea")
  const accepted = await answer(app, token, "accept")
  expect([accepted.statusCode, accepted.json().state]).toEqual([200, "accepted"])
  expect(await storedSession(app, id)).toMatchObject({ status: "approved", tutorId: bea, slotId: slot, revision: 1 })
  expect(await placesTaken(app, slot)).toBe(1)
  const kinds = (await sessionEffects(app)).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(["appointment.changed", "appointment.tutor", "appointment.reminder"]))
  const [entry] = (await app.database.db.select().from(auditLog).orderBy(auditLog.id)).slice(-1)
  expect(entry).toMatchObject({ actorId: bea, action: "appointment.changed", after: { status: "approved" } })
  expect((await matchesOf(id)).proposal).toMatchObject({ state: "accepted", tutorName: "bea Pierre" })
})

test("the same answer again changes nothing, and the other one is too late", async () => {
  const { id } = await insertSession(app)
  await propose(admin, id, await addSkilledTutor(app, admin, "bea"))
  const token = await tokenOf(app, "bea")
  await answer(app, token, "accept")
  expect((await answer(app, token, "accept")).json().state).toBe("accepted")
  const late = await answer(app, token, "decline")
  expect([late.statusCode, late.json().code]).toEqual([409, "proposal.closed"])
  expect(await storedSession(app, id)).toMatchObject({ status: "approved", revision: 1 })
})

test("declining leaves the session waiting, with who declined, and the tutor comes last", async () => {
  const { id } = await insertSession(app)
  const bea = await addSkilledTutor(app, admin, "bea")
  const waiting = async () =>
    (await admin.send("GET", "/api/admin/waiting?kind=session")).json<{ declinedBy: string }[]>()
  await propose(admin, id, bea)
  expect((await waiting())[0]?.declinedBy).toBeNull()
  const declined = await answer(app, await tokenOf(app, "bea"), "decline")
  expect(declined.json()).toMatchObject({ state: "declined", studentName: null })
  expect((await waiting())[0]?.declinedBy).toBe("bea Pierre")
  const zoe = await addSkilledTutor(app, admin, "zoe")
  const { matches, proposal } = await matchesOf(id)
  expect(matches.map(({ tutorId, hasDeclined }) => [tutorId, hasDeclined])).toEqual([
    [zoe, false],
    [bea, true],
  ])
  expect(proposal).toMatchObject({ tutorId: bea, state: "declined" })
  await propose(admin, id, zoe)
  expect((await waiting())[0]?.declinedBy).toBeNull()
})

test("a new proposal withdraws the one before, and the same one again is one with one email", async () => {
  const { id } = await insertSession(app)
  const [bea, zoe] = [await addSkilledTutor(app, admin, "bea"), await addSkilledTutor(app, admin, "zoe")]
  const first = (await propose(admin, id, bea)).json()
  expect((await propose(admin, id, bea)).json()).toEqual(first)
  const token = await tokenOf(app, "bea")
  await propose(admin, id, zoe)
  expect((await rows()).map(({ tutorId, state }) => [tutorId, state])).toEqual([
    [bea, "withdrawn"],
    [zoe, "open"],
  ])
  expect(await lookUp(app, token)).toMatchObject({ state: "closed", studentName: null })
  for (const given of ["accept", "decline"] as const)
    expect((await answer(app, token, given)).json().code).toBe("proposal.closed")
  expect((await answer(app, await tokenOf(app, "zoe"), "accept")).json().state).toBe("accepted")
  expect((await sessionEffects(app)).filter(({ kind }) => kind === "appointment.proposed")).toHaveLength(2)
})

test("a student whose name tells how to reach them has none in a proposal", async () => {
  const { id } = await insertSession(app, { studentName: "widline@example.org" })
  await propose(admin, id, await addSkilledTutor(app, admin, "bea"))
  const before = app.emails.length
  const token = await tokenOf(app, "bea")
  expect(await lookUp(app, token)).toMatchObject({ state: "open", studentName: null })
  const emails = app.emails.slice(before).filter(({ text }) => text.includes(token))
  expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining("a student: ")])
  expect(JSON.stringify(emails)).not.toContain("widline")
})

test("a session that has moved, found a tutor or been cancelled closes its proposal, also before the email", async () => {
  const bea = await addSkilledTutor(app, admin, "bea")
  const cara = await addSkilledTutor(app, admin, "cara")
  for (const change of [{ scheduledAt: "2026-01-16T14:00:00.000Z" }, { tutorId: cara }, { status: "cancelled" }]) {
    const { id } = await insertSession(app, { studentEmail: `${Object.keys(change)[0]}@example.org` })
    await propose(admin, id, bea)
    const token = await tokenOf(app, "bea")
    expect((await admin.send("PATCH", `/api/admin/appointments/${id}`, change)).statusCode).toBe(200)
    expect((await lookUp(app, token)).state).toBe("closed")
    expect((await answer(app, token, "accept")).json().code).toBe("proposal.closed")
    await app.database.sql`update appointments set tutor_id = null, status = 'cancelled' where id = ${id}`
  }
  const { id } = await insertSession(app)
  await propose(admin, id, bea)
  await admin.send("PATCH", `/api/admin/appointments/${id}`, { status: "declined" })
  const before = app.emails.length
  await app.deliver()
  expect(app.emails.slice(before).filter(({ text }) => text.includes("#proposal="))).toEqual([])
})

test.each<[string, (bea: string) => Promise<unknown>]>([
  [
    "whose screening was withdrawn",
    (bea) => app.database.sql`update screenings set screened_until = null where user_id = ${bea}`,
  ],
  ["who has another session then", (bea) => insertSession(app, { tutorId: bea, studentEmail: "eve@example.org" })],
  [
    "whose week is full",
    async (bea) => {
      await app.database.sql`update tutors set weekly_limit = 1 where user_id = ${bea}`
      await insertSession(app, { tutorId: bea, preferredDate: new Date("2026-01-14T14:00:00Z"), status: "approved" })
    },
  ],
])("a tutor %s cannot accept, and the proposal stays open", async (_who, change) => {
  const { id } = await insertSession(app)
  const bea = await addSkilledTutor(app, admin, "bea")
  await propose(admin, id, bea)
  const token = await tokenOf(app, "bea")
  await change(bea)
  const refused = await answer(app, token, "accept")
  expect([refused.statusCode, refused.json().code]).toEqual([409, "proposal.unfit"])
  expect([(await storedSession(app, id))?.status, (await rows())[0]?.state]).toEqual(["pending", "open"])
  expect((await answer(app, token, "decline")).json().state).toBe("declined")
})

test.each([
  ["whose role is gone", { role: "student" }],
  ["whose account is closed", { approved: false }],
] as const)("a tutor %s reads nothing of a proposal, neither by the link nor in an email", async (_who, account) => {
  const { id } = await insertSession(app)
  const bea = await addSkilledTutor(app, admin, "bea")
  await propose(admin, id, bea)
  const token = await tokenOf(app, "bea")
  await app.database.db.update(users).set(account).where(eq(users.id, bea))
  expect(await lookUp(app, token)).toMatchObject({ code: "proposal_link.expired" })
  for (const given of ["accept", "decline"] as const)
    expect((await answer(app, token, given)).json().code).toBe("proposal_link.expired")
  expect([(await storedSession(app, id))?.status, (await rows())[0]?.state]).toEqual(["pending", "open"])
  const proposalId = (await rows())[0]?.id ?? ""
  const before = app.emails.length
  await sendProposal(app.deps, "appointment.proposed:again", { proposalId })
  expect(app.emails.slice(before)).toEqual([])
})

test("a link is refused with a wrong signature, without its session, and once the session has ended", async () => {
  const { id } = await insertSession(app)
  await propose(admin, id, await addSkilledTutor(app, admin, "bea"))
  const token = await tokenOf(app, "bea")
  const [proposalId = ""] = token.split(".")
  const codeFor = async (sent: string) => ((await lookUp(app, sent)) as unknown as { code: string }).code
  for (const wrong of [proposalId, `${proposalId}.${"0".repeat(64)}`, token.replace(proposalId, createId())])
    expect(await codeFor(wrong)).toBe("proposal_link.expired")
  app.setNow(new Date("2026-01-15T15:00:00Z"))
  expect(await codeFor(token)).toBe("proposal_link.expired")
  app.setNow(new Date("2026-01-15T14:30:00Z"))
  expect((await lookUp(app, token)).state).toBe("closed")
  await app.database.sql`delete from appointments`
  expect(await codeFor(token)).toBe("proposal_link.expired")
})

test.each([
  ["/api/proposals/lookup", {}],
  ["/api/proposals/lookup", { token: "" }],
  ["/api/proposals/lookup", { token: "x".repeat(201) }],
  ["/api/proposals/lookup", { token: 1 }],
  ["/api/proposals/lookup", { token: "a.b", more: 1 }],
  ["/api/proposals/answers", { token: "a.b" }],
  ["/api/proposals/answers", { token: "a.b", answer: "maybe" }],
  ["/api/proposals/answers", { token: "a.b", answer: "accept", tutorId: "x" }],
])("%s with %j is refused", async (url, body) => {
  const response = await openBrowser(app).send("POST", url, body)
  expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
})

test.each([[{}], [{ tutorId: "x" }], [{ tutorId: null }], [{ tutorId: createId(), state: "accepted" }]])(
  "a proposal with %j is refused",
  async (body) => {
    const { id } = await insertSession(app)
    const response = await admin.send("POST", `/api/admin/appointments/${id}/proposals`, body)
    expect([response.statusCode, response.json().code]).toEqual([400, "request.invalid"])
  },
)
