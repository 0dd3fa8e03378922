import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, PASSWORD, signInAsAdmin, type TestApp } from "#testing.ts"
import { ADULT, CHILD, giveConsent, MINOR, registerAged } from "#testing-groups.ts"
import { addSkilledTutor, answer, propose, tokenOf } from "#testing-matching.ts"
import { insertSession, storedSession } from "#testing-sessions.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
beforeEach(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

const sessionOf = ({ id }: { readonly id: string }, more: Parameters<typeof insertSession>[1] = {}) =>
  insertSession(app, { userId: id, ...more })
const change = (id: string, body: object) => admin.send("PATCH", `/api/admin/appointments/${id}`, body)
const codeOf = (response: Awaited<ReturnType<typeof change>>) => [response.statusCode, response.json().code]
const LATER = "2026-01-16T14:00:00.000Z"

test.each([MINOR, CHILD])(
  "nobody approves or moves the session of a member born in %i, or gives it away",
  async (year) => {
    const ada = await registerAged(app, "ada", year)
    const bea = await addSkilledTutor(app, admin, "bea")
    const session = await sessionOf(ada)
    for (const body of [{ status: "approved" }, { scheduledAt: LATER }, { tutorId: bea }]) {
      expect(codeOf(await change(session.id, body))).toEqual([409, "student.unprotected"])
    }
    expect(codeOf(await propose(admin, session.id, bea))).toEqual([409, "student.unprotected"])
    expect(await storedSession(app, session.id)).toEqual(session)
    expect((await change(session.id, { adminNotes: "Ask the guardian" })).statusCode).toBe(200)
    expect((await change(session.id, { status: "declined" })).statusCode).toBe(200)
  },
)

test("with a guardian's consent, and for adults, staff gives a tutor and approves", async () => {
  const bea = await addSkilledTutor(app, admin, "bea")
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  for (const [index, member] of [ada, await registerAged(app, "eve", ADULT)].entries()) {
    const { id } = await sessionOf(member, { preferredDate: new Date(Date.UTC(2026, 0, 15 + 2 * index, 14)) })
    expect((await change(id, { tutorId: bea })).statusCode).toBe(200)
    expect((await change(id, { status: "approved" })).statusCode).toBe(200)
  }
})

test("an approved session whose student lost the consent is cancelled or loses its tutor, and does not move", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  const bea = await addSkilledTutor(app, admin, "bea")
  const { id } = await sessionOf(ada, { status: "approved", tutorId: bea })
  await ada.send("DELETE", "/api/user/guardian-consent")
  expect(codeOf(await change(id, { scheduledAt: LATER }))).toEqual([409, "student.unprotected"])
  expect((await change(id, { tutorId: null })).statusCode).toBe(200)
  expect((await change(id, { status: "cancelled" })).statusCode).toBe(200)
})

test("a tutor's yes after the consent ended finds a closed proposal, which says nothing of the student's age", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  const session = await sessionOf(ada)
  expect((await propose(admin, session.id, await addSkilledTutor(app, admin, "bea"))).statusCode).toBe(201)
  const token = await tokenOf(app, "bea")
  await ada.send("DELETE", "/api/user/guardian-consent")
  expect(codeOf(await answer(app, token, "accept"))).toEqual([409, "proposal.closed"])
  expect(await storedSession(app, session.id)).toEqual(session)
  expect((await answer(app, token, "decline")).statusCode).toBe(200)
})

const ROUNDS = 6

test(`an approval against a revocation on two processes is one or the other, ${ROUNDS} times`, async () => {
  const other = await createTestApp({ database: app.database })
  const bea = await addSkilledTutor(app, admin, "bea")
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await registerAged(other, `ada${round}`, MINOR)
    await giveConsent(other, ada.id)
    const preferredDate = new Date(Date.UTC(2026, 0, 15 + round, 14))
    const { id } = await sessionOf(ada, { preferredDate, tutorId: bea })
    const [approval, revocation] = await Promise.all([
      change(id, { status: "approved" }),
      ada.send("DELETE", "/api/user/guardian-consent"),
    ])
    expect(revocation.statusCode).toBe(200)
    const isApproved = approval.statusCode === 200
    if (!isApproved) expect(approval.json().code).toBe("student.unprotected")
    expect((await storedSession(app, id))?.status).toBe(isApproved ? "approved" : "pending")
    expect(codeOf(await change(id, { scheduledAt: "2026-05-04T14:00:00.000Z" }))).toEqual([409, "student.unprotected"])
    if (isApproved) expect((await change(id, { tutorId: null })).statusCode).toBe(200)
  }
  await other.close()
})

test(`an approval while the student deletes the account leaves neither waiting for the other, ${ROUNDS} times`, async () => {
  const other = await createTestApp({ database: app.database })
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await registerAged(other, `ada${round}`, ADULT)
    const { id } = await sessionOf(ada)
    const [approval, deletion] = await Promise.all([
      change(id, { status: "approved" }),
      ada.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
    ])
    expect([200, 404]).toContain(approval.statusCode)
    expect([deletion.statusCode, await storedSession(app, id)]).toEqual([204, undefined])
  }
  await other.close()
})
