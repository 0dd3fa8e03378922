import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { AT, hour, insertBooking, insertSlot, REQUEST, storedSessions } from "#testing-booking.ts"
import { ADULT, CHILD, giveConsent, insertGroup, insertMentor, join, MINOR, registerAged } from "#testing-groups.ts"
import { askGuardian, consentToken, decide, revoke, YES } from "#testing-safeguarding.ts"
import { screen } from "#testing-screening.ts"
import { requireBookable } from "./service/protection.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

type Caller = Awaited<ReturnType<typeof register>>
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  body ? JSON.parse(body).code : undefined,
]
const book = (member: Caller, more: object = {}) => member.send("POST", "/api/appointments", { ...REQUEST, ...more })

test.each([
  [ADULT, [201, undefined]],
  [MINOR, [403, "consent.missing"]],
  [CHILD, [403, "member.too_young"]],
])("a member born in %i without a guardian's consent asks for a session with the answer %j", async (year, answer) => {
  expect(codeOf(await book(await registerAged(app, "ada", year)))).toEqual(answer)
  expect(await storedSessions(app)).toHaveLength(answer[0] === 201 ? 1 : 0)
})

test("with a guardian's consent a minor books and moves, and without it a booked session does not move", async () => {
  await insertSlot(app, {})
  await insertSlot(app, { startTime: "11:00", endTime: "12:00" })
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  const { id } = (await book(ada)).json()
  const move = (startsAt: string) =>
    ada.send("POST", `/api/appointments/${id}/changes`, { change: { change: "move", startsAt } })
  expect((await move(hour("11:00"))).statusCode).toBe(200)
  await ada.send("DELETE", "/api/user/guardian-consent")
  expect(codeOf(await move(AT))).toEqual([403, "consent.missing"])
  const cancel = { change: { change: "cancel" } }
  expect((await ada.send("POST", `/api/appointments/${id}/changes`, cancel)).statusCode).toBe(200)
})

test("a minor without consent does not wait for a full day", async () => {
  await insertSlot(app, { currentBookings: 1 })
  const ada = await registerAged(app, "ada", MINOR)
  const body = { date: "2026-01-15", email: ada.email, sessionType: "tutoring" }
  expect(codeOf(await ada.send("POST", "/api/appointments/waiting", body))).toEqual([403, "consent.missing"])
  await giveConsent(app, ada.id)
  expect((await ada.send("POST", "/api/appointments/waiting", body)).statusCode).toBe(201)
})

test("the booking form stores the birth year of a signed-in member once, also with a refused booking", async () => {
  const ada = await register(app, "ada")
  for (const birthYear of [MINOR, ADULT])
    expect(codeOf(await book(ada, { birthYear }))).toEqual([403, "consent.missing"])
  expect(codeOf(await book(ada, { birthYear: 1899 }))).toEqual([400, "request.invalid"])
  const guest = await app.send({ method: "POST", url: "/api/appointments", payload: { ...REQUEST, birthYear: MINOR } })
  expect(guest.statusCode).toBe(201)
})

test("coming sessions of a minor whose consent ended wait for the administrators", async () => {
  app.setNow(new Date())
  const root = await signInAsAdmin(app, "root")
  const year = new Date().getUTCFullYear()
  const ada = await registerAged(app, "ada", year - 16)
  const insert = (days: number, status: "approved" | "pending") => {
    const preferredDate = new Date(Date.now() + days * 86_400_000)
    return insertBooking(app, { studentEmail: ada.email, userId: ada.id, preferredDate, status })
  }
  await giveConsent(app, ada.id)
  await insert(3, "approved")
  await insert(4, "pending")
  await insert(-3, "approved")
  const waiting = async () =>
    (await root.send("GET", "/api/admin/waiting")).json().map(({ kind }: { kind: string }) => kind)
  expect(await waiting()).toEqual(["session"])
  await ada.send("DELETE", "/api/user/guardian-consent")
  expect(await waiting()).toEqual(["consent", "consent"])
  expect((await root.send("GET", "/api/admin/overview")).json().waiting).toMatchObject({ consent: 2, session: 0 })
})

test("cases wait without their content, and open reports of groups wait with theirs", async () => {
  const root = await signInAsAdmin(app, "root")
  const id = await insertGroup(app)
  const [ada, eve] = [await registerAged(app, "ada", ADULT), await registerAged(app, "eve", ADULT)]
  for (const member of [ada, eve]) await join(member, id)
  const payload = { id: "01a1fb37-a1b7-700e-9225-58f17d4b2fff", message: "Stupid" }
  const { id: postId } = (await ada.send("POST", `/api/study-groups/${id}/posts`, payload)).json()
  await eve.send("POST", `/api/study-groups/${id}/posts/${postId}/reports`, { reason: "Rude" })
  const items = (await root.send("GET", "/api/admin/waiting")).json()
  expect(items).toContainEqual(expect.objectContaining({ kind: "group_report", text: "Stupid", about: "Go" }))
  expect(items).toContainEqual(expect.objectContaining({ kind: "case", name: null, about: null, text: null }))
})

const ROUNDS = 8

test(`a revocation against booking and joining on two processes leaves nothing begun after it, ${ROUNDS} times`, async () => {
  const other = await createTestApp({ database: app.database })
  const mentorId = await insertMentor(app)
  await screen(app, mentorId)
  const group = await insertGroup(app, { mentorId })
  for (let round = 0; round < ROUNDS; round++) {
    const ada = await registerAged(round % 2 ? app : other, `ada${round}`, MINOR)
    await askGuardian(ada)
    const token = await consentToken(app)
    await decide(app, token, YES)
    const date = new Date(Date.UTC(2026, 0, 12 + round)).toISOString().slice(0, 10)
    await insertSlot(app, { date })
    const [booked, joined, revoked] = await Promise.all([
      book(ada, { preferredDate: hour("09:00", date), studentEmail: ada.email }),
      join(ada, group),
      revoke(round % 2 ? other : app, token),
    ])
    expect([201, 403]).toContain(booked.statusCode)
    expect([200, 403]).toContain(joined.statusCode)
    expect(revoked.json().state).toBe("revoked")
    expect(codeOf(await join(ada, group))).toEqual([403, "consent.missing"])
    expect(codeOf(await book(ada, { preferredDate: hour("10:00", date) }))).toEqual([403, "consent.missing"])
  }
  await other.close()
})

test("a booking that holds the consent commits before the revocation does", async () => {
  const ada = await registerAged(app, "ada", MINOR)
  await askGuardian(ada)
  const token = await consentToken(app)
  await decide(app, token, YES)
  const { db, sql } = app.database
  const order: string[] = []
  let revocation: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await requireBookable(tx, ada.id, app.deps.now())
    revocation = revoke(app, token).then(() => order.push("revoked"))
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`
          ).length,
      )
      .toBe(1)
    order.push("booked")
  })
  await revocation
  expect(order).toEqual(["booked", "revoked"])
})
