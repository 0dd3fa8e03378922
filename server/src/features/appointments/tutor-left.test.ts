import { afterEach, beforeEach, expect, test } from "vitest"
import { createTestApp, PASSWORD, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"
import { addSlot, addTutor, insertSession } from "#testing-sessions.ts"

const HOUR_MS = 3_600_000
const WITHIN_TWO_DAYS = 48
const SUBJECT = "HaiTech: a session soon has no tutor"

let app: TestApp
let tutorId: string
beforeEach(async () => {
  app = await createTestApp()
  await signInAsAdmin(app, "root")
  await register(app, "zoe")
  tutorId = await addTutor(app, "bea")
})
afterEach(() => app.close())

const at = (hours: number) => new Date(app.deps.now().getTime() + hours * HOUR_MS)

const approved = (preferredDate: Date, more: Parameters<typeof insertSession>[1] = {}) =>
  insertSession(app, { preferredDate, tutorId, status: "approved", ...more })

async function withdraw({ id, preferredDate }: Awaited<ReturnType<typeof approved>>) {
  const bea = await signInAs(app, tutorId, "member")
  const body = { startsAt: preferredDate.toISOString() }
  expect((await bea.send("POST", `/api/tutor/sessions/${id}/withdrawal`, body)).statusCode).toBe(204)
}

const alerts = async () => (await app.deliver()).filter(({ subject }) => subject === SUBJECT)

test("administrators get one email about an hour within two days that lost its tutor, without the students", async () => {
  await signInAsAdmin(app, "second")
  const startsAt = at(WITHIN_TWO_DAYS)
  const slotId = await addSlot(app, { startsAt, tutorId, maxBookings: 2, currentBookings: 2 })
  await approved(startsAt, { slotId, studentName: "Eve", studentEmail: "eve@example.org" })
  await withdraw(await approved(startsAt, { slotId }))
  const emails = await alerts()
  expect(emails.map(({ to }) => to).sort()).toEqual(["root@example.org", "second@example.org"])
  const text = emails[0]?.text ?? ""
  expect(text.match(/Tutoring, Coding, 60 minutes\./g)).toHaveLength(1)
  expect(text).toMatch(/\/admin\n/)
  expect(emails.map((email) => email.text + email.html).join()).not.toMatch(/\b(ada|eve|bea)\b/i)
})

test("of a later hour only the admin area tells", async () => {
  await withdraw(await approved(new Date(at(WITHIN_TWO_DAYS).getTime() + 1)))
  expect(await alerts()).toEqual([])
})

test("of a request whose tutor left there is no email", async () => {
  await withdraw(await insertSession(app, { preferredDate: at(1), tutorId, status: "pending" }))
  expect(await alerts()).toEqual([])
})

test("the sessions of a tutor who deletes the account are in one email, the first one first", async () => {
  await approved(at(30))
  await approved(at(20))
  await approved(at(WITHIN_TWO_DAYS + 24))
  const bea = await signInAs(app, tutorId, "member")
  expect((await bea.send("DELETE", "/api/user", { currentPassword: PASSWORD })).statusCode).toBe(204)
  const [email, ...others] = await alerts()
  expect([email?.to, others]).toEqual(["root@example.org", []])
  const days = [...(email?.text ?? "").matchAll(/When: (\w+ \d+),/g)].map(([, day]) => day)
  expect(days).toEqual(["January 2", "January 3"])
})

test("nothing is sent about a session that has another tutor, is cancelled, or has begun meanwhile", async () => {
  const admin = await signInAsAdmin(app, "second")
  const changes = [{ tutorId: await addTutor(app, "tim") }, { status: "cancelled" }]
  for (const [hour, change] of changes.entries()) {
    const session = await approved(at(20 + hour))
    await withdraw(session)
    expect((await admin.send("PATCH", `/api/admin/appointments/${session.id}`, change)).statusCode).toBe(200)
  }
  await withdraw(await approved(at(2)))
  app.setNow(at(2))
  expect(await alerts()).toEqual([])
})
