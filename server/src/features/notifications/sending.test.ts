import { instantOf } from "@haitech/contract/clock"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { recurringJobs } from "#app.ts"
import { users } from "#features/accounts/table.ts"
import { tutors } from "#features/appointments/table/slots.ts"
import { outbox } from "#platform/jobs/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { respond, threadIdOf, write } from "#testing-chat.ts"
import { completed, lessonId, publishCourses } from "#testing-learning.ts"
import { type PushDouble, startPushService } from "#testing-push.ts"
import { screen } from "#testing-screening.ts"
import { addSlot, insertSession, SESSION } from "#testing-sessions.ts"
import { pushSubscriptions } from "./table.ts"

const ZONE = "America/Port-au-Prince"
const HOUR_MS = 3_600_000

let app: TestApp
let service: PushDouble
let ada: Awaited<ReturnType<typeof register>>
let admin: Browser
beforeEach(async () => {
  service = await startPushService()
  app = await createTestApp({ push: service.push })
  admin = await signInAsAdmin(app, "root")
  ada = await register(app, "ada")
  await addDevice("phone")
  await app.deliver()
})
afterEach(async () => {
  await app.close()
  await service.close()
})

const db = () => app.database.db
const choose = (...kinds: string[]) => ada.send("PATCH", "/api/user/notifications", { kinds })
const pushJobs = async () => (await db().select().from(outbox)).filter(({ kind }) => kind === "notification.push")

async function addDevice(name: string, language = "fr") {
  const by = openBrowser(app, { cookie: ada.cookie(), "accept-language": language })
  const body = { ...service.subscribe(name), timeZone: ZONE }
  expect((await by.send("POST", "/api/user/notifications/devices", body)).statusCode).toBe(201)
}

async function deliver() {
  await db()
    .update(outbox)
    .set({ dueAt: new Date(0) })
  await app.deliver()
  return service.received
}

async function approve(): Promise<string> {
  const { id } = await insertSession(app, { userId: ada.id, description: "canary" })
  await admin.send("PATCH", `/api/admin/appointments/${id}`, { status: "approved" })
  return id
}

test("a session is recalled on the device, in its language and on its clock, until it begins", async () => {
  const id = await approve()
  app.setNow(new Date(SESSION.preferredDate.getTime() - HOUR_MS))
  expect(await deliver()).toEqual([
    {
      device: "phone",
      message: {
        kind: "sessions",
        title: "Ta séance approche",
        body: "15 janvier 2026, 09:00 (heure de Port-au-Prince)",
        path: "/fr/member-dashboard/schedule",
        tag: id.replaceAll("-", ""),
        language: "fr",
      },
      ttl: 3600,
      urgency: "high",
      topic: id.replaceAll("-", ""),
    },
  ])
  await deliver()
  expect(service.received).toHaveLength(1)
})

test("a tutor's device rings once for an hour with two students, and opens the tutor's page", async () => {
  await db().update(users).set({ role: "mentor", roleApprovedAt: new Date() }).where(eq(users.id, ada.id))
  await db().insert(tutors).values({ userId: ada.id, timeZone: ZONE })
  await screen(app, ada.id)
  const slotId = await addSlot(app, { startsAt: SESSION.preferredDate, tutorId: ada.id, maxBookings: 2 })
  for (const studentEmail of ["one@example.org", "two@example.org"]) {
    const { id } = await insertSession(app, { studentEmail, slotId, tutorId: ada.id })
    expect((await admin.send("PATCH", `/api/admin/appointments/${id}`, { status: "approved" })).statusCode).toBe(200)
  }
  app.setNow(new Date(SESSION.preferredDate.getTime() - HOUR_MS))
  expect(await deliver()).toMatchObject([
    {
      device: "phone",
      message: {
        title: "Ta séance approche",
        body: "15 janvier 2026, 09:00 (heure de Port-au-Prince)",
        path: "/fr/member-dashboard/tutor",
      },
    },
  ])
})

test("a session of a guest, a switched-off kind and a session that has begun ring no device", async () => {
  const guest = await insertSession(app)
  await admin.send("PATCH", `/api/admin/appointments/${guest.id}`, { status: "approved" })
  app.setNow(new Date(SESSION.preferredDate.getTime() - HOUR_MS))
  expect(await deliver()).toEqual([])
  app.setNow(new Date("2026-01-02T03:04:05Z"))
  await choose("replies", "reviews")
  await approve()
  app.setNow(new Date(SESSION.preferredDate.getTime() - HOUR_MS))
  expect(await deliver()).toEqual([])
})

async function answer(message: string): Promise<void> {
  await respond(admin, await threadIdOf(ada), message)
}

test("a reply that the member has not seen rings once, without its text", async () => {
  await write(ada, "A question")
  await answer("canary")
  await answer("canary again")
  const [reply] = (await db().select().from(outbox)).filter(({ kind }) => kind === "chat.reply_push")
  expect(reply?.dueAt).toEqual(new Date("2026-01-02T03:04:25Z"))
  expect(await deliver()).toMatchObject([
    { message: { kind: "replies", title: "HaiTech t’a répondu", path: "/fr/member-dashboard#chat" }, ttl: 86_400 },
  ])
  expect(JSON.stringify([service.received, await pushJobs()])).not.toContain("canary")
})

test("a reply that the member sees in the open chat rings nowhere", async () => {
  await write(ada, "A question")
  await answer("An answer")
  await ada.send("POST", "/api/chat/seen", { sequence: 2 })
  expect(await deliver()).toEqual([])
})

const recall = (now: Date) => {
  app.setNow(now)
  return recurringJobs(app.deps)["learning.recall"]?.run()
}
const local = (day: string, time: string) => new Date(instantOf(day, time, ZONE) ?? "")

async function learn(): Promise<void> {
  await publishCourses(app, [{ slug: "go", category: "coding", lessons: 1 }])
  const events = [completed(lessonId("go", 1), "09:00")]
  expect((await ada.send("POST", "/api/learning/events", { events })).statusCode).toBe(200)
}

test("due reviews are recalled in the afternoon of the member's clock, once a day", async () => {
  await learn()
  await recall(local("2026-01-02", "16:59"))
  await recall(local("2026-01-02", "18:00"))
  expect(await deliver()).toEqual([])
  await recall(local("2026-01-02", "17:05"))
  await recall(local("2026-01-02", "17:05"))
  expect(await deliver()).toMatchObject([
    { message: { kind: "reviews", path: "/fr/member-dashboard/review" }, ttl: 4 * 3600, urgency: "low" },
  ])
  await recall(local("2026-01-03", "17:05"))
  expect(await deliver()).toHaveLength(2)
})

test("nobody hears of reviews with nothing to review", async () => {
  await recall(local("2026-01-02", "17:05"))
  expect(await deliver()).toEqual([])
})

async function sendReview(): Promise<void> {
  await learn()
  await recall(local("2026-01-02", "17:05"))
}

test.each([404, 410])("a device that the push service answers with %i is removed", async (status) => {
  await sendReview()
  service.answer("phone", status)
  await deliver()
  expect([await db().select().from(pushSubscriptions), await pushJobs()]).toMatchObject([
    [],
    [{ sentAt: expect.any(Date) }],
  ])
})

test("a push service that fails is tried again, and the device stays", async () => {
  await sendReview()
  service.answer("phone", 503)
  await deliver()
  expect(await pushJobs()).toMatchObject([{ sentAt: null, failedAt: null, attempts: 1, lastError: "push 503" }])
  service.answer("phone", 201)
  expect(await deliver()).toHaveLength(1)
})

test("what comes too late is left out", async () => {
  await sendReview()
  app.setNow(local("2026-01-02", "21:06"))
  expect(await deliver()).toEqual([])
})

test.each([
  ["switched off", () => choose()],
  ["signed out", () => ada.send("POST", "/api/auth/logout")],
  ["closed", () => db().update(users).set({ approved: false }).where(eq(users.id, ada.id))],
  ["deleted", () => db().delete(users).where(eq(users.id, ada.id))],
])("what was %s after the job was stored is not sent", async (_what, change) => {
  await sendReview()
  await change()
  expect(await deliver()).toEqual([])
})

test("each device of a member gets a message of its own, in its own language", async () => {
  const login = { usernameOrEmail: "ada", password: "anba pye mango a" }
  const laptop = openBrowser(app, { "accept-language": "es" })
  await laptop.send("POST", "/api/auth/login", login)
  await laptop.send("POST", "/api/user/notifications/devices", { ...service.subscribe("laptop"), timeZone: ZONE })
  await sendReview()
  const received = await deliver()
  expect(received.map(({ device, message }) => [device, message.language]).sort()).toEqual([
    ["laptop", "es"],
    ["phone", "fr"],
  ])
})
