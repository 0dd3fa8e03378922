import { afterEach, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSkilledTutor, answer, propose, tokenOf } from "#testing-matching.ts"
import { insertSession, SESSION, sessionEffects, storedSession } from "#testing-sessions.ts"
import { sessionProposals } from "./table/proposals.ts"

const ROUNDS = 6

let app: TestApp
let other: TestApp
let admins: readonly [Browser, Browser]
let tutors: readonly [string, string]
beforeEach(async () => {
  app = await createTestApp()
  other = await createTestApp({ database: app.database })
  const admin = await signInAsAdmin(app, "root")
  admins = [admin, await signInAs(other, admin.id, "admin")]
  tutors = [await addSkilledTutor(app, admin, "bea"), await addSkilledTutor(app, admin, "zoe")]
})
afterEach(async () => {
  await other.close()
  await app.close()
})

const atDay = (round: number) => new Date(Date.UTC(2026, 1, 1 + 8 * round, 14))
const statesOf = async () => (await app.database.db.select().from(sessionProposals)).map(({ state }) => state).sort()

test("two proposals of one session at once leave one open", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await insertSession(app, { preferredDate: atDay(round) })
    const replies = await Promise.all([propose(admins[0], id, tutors[0]), propose(admins[1], id, tutors[1])])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await statesOf()).toEqual(["open", "withdrawn"])
    await app.database.db.delete(sessionProposals)
  }
})

test("an answer and a proposal to another tutor at once never give the session to two", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await insertSession(app, { preferredDate: atDay(round) })
    await propose(admins[0], id, tutors[0])
    const token = await tokenOf(app, "bea")
    const [accepted, proposed] = await Promise.all([answer(app, token, "accept"), propose(admins[1], id, tutors[1])])
    const row = await storedSession(app, id)
    if (accepted.statusCode === 200) {
      expect([proposed.json().code, row?.tutorId, row?.status]).toEqual(["appointment.state", tutors[0], "approved"])
    } else {
      expect([accepted.json().code, proposed.statusCode]).toEqual(["proposal.closed", 201])
      const second = await answer(other, await tokenOf(app, "zoe"), "accept")
      expect([second.statusCode, (await storedSession(app, id))?.tutorId]).toEqual([200, tutors[1]])
    }
    expect((await sessionEffects(app)).filter(({ key }) => key.startsWith(`appointment.changed:${id}`))).toHaveLength(1)
  }
})

test("both answers, and the same one twice, at once are one", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await insertSession(app, { preferredDate: atDay(round) })
    await propose(admins[0], id, tutors[0])
    const token = await tokenOf(app, "bea")
    const replies = await Promise.all([
      answer(app, token, "accept"),
      answer(other, token, round % 2 ? "decline" : "accept"),
    ])
    const codes = replies.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual(round % 2 ? [200, 409] : [200, 200])
    expect((await storedSession(app, id))?.revision).toBeLessThanOrEqual(1)
  }
})

test("two sessions of one hour that a tutor accepts at once become one", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const preferredDate = atDay(round)
    const ada = await insertSession(app, { preferredDate })
    const eve = await insertSession(app, { preferredDate, studentEmail: "eve@example.org" })
    await propose(admins[0], ada.id, tutors[0])
    const first = await tokenOf(app, "bea")
    await propose(admins[0], eve.id, tutors[0])
    const second = await tokenOf(app, "bea")
    const replies = await Promise.all([answer(app, first, "accept"), answer(other, second, "accept")])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe("proposal.unfit")
  }
})

test("accepting while the tutor, or an administrator the session, is changed ends without a deadlock", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await insertSession(app, { preferredDate: atDay(round) })
    await propose(admins[0], id, tutors[0])
    const token = await tokenOf(app, "bea")
    const [answered, changed, saved] = await Promise.all([
      answer(app, token, "accept"),
      admins[1].send("PATCH", `/api/admin/appointments/${id}`, { status: "approved", tutorId: tutors[1] }),
      admins[0].send("PUT", `/api/admin/tutors/${tutors[0]}`, { ...TUTOR, noticeHours: round }),
    ])
    expect([answered.statusCode, changed.statusCode].sort()).toEqual([200, 409])
    expect(saved.statusCode).toBe(200)
  }
})

const TUTOR = { timeZone: "Europe/Paris", weeklyLimit: null, meetingUrl: null, pausedFrom: null, pausedUntil: null }

test("accepting while the tutor's account is deleted ends without a deadlock and leaves the session whole", async () => {
  const { id } = await insertSession(app, { preferredDate: SESSION.preferredDate })
  await propose(admins[0], id, tutors[0])
  const token = await tokenOf(app, "bea")
  const bea = openBrowser(other, { cookie: (await signInAs(other, tutors[0], "member")).cookie() })
  const [answered, deleted] = await Promise.all([
    answer(app, token, "accept"),
    bea.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
  ])
  expect(deleted.statusCode).toBe(204)
  expect([200, 400, 409]).toContain(answered.statusCode)
  expect((await storedSession(app, id))?.tutorId).toBeNull()
})
