import type { ContactId } from "@haitech/contract/ids"
import { eq } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import { afterEach, beforeEach, expect, test } from "vitest"
import { signInWithGoogle } from "./features/accounts/service/google.ts"
import { users } from "./features/accounts/table.ts"
import { availableTimeSlots } from "./features/appointments/table/slots.ts"
import { appointments } from "./features/appointments/table.ts"
import { savedReplies } from "./features/chat/table.ts"
import { recomputeCourse } from "./features/learning/service/course-progress.ts"
import { courses, lessons, userCourseProgress } from "./features/learning/table.ts"
import { contacts } from "./features/outreach/table.ts"
import { teamMembers } from "./features/publishing/table.ts"
import { screenings, volunteerApplications } from "./features/volunteers/table.ts"
import type { Tx } from "./platform/db/client.ts"
import { createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "./testing.ts"
import { APPLICATION, applyAsGuest, emailedToken } from "./testing-applications.ts"
import { withEnd, withInstants } from "./testing-appointments.ts"
import { insertBooking, insertTutor } from "./testing-booking.ts"
import { loadTestCourses } from "./testing-courses.ts"
import { completed, idOf, lessonId, publishCourses } from "./testing-learning.ts"
import { changeApplication, insertApplication, insertScreening } from "./testing-pipeline.ts"

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

let app: TestApp
let root: Admin
beforeEach(async () => {
  app = await createTestApp()
  root = await signInAsAdmin(app, "root")
})
afterEach(() => app.close())

/** Sends the request while `change` is not yet committed, and commits, after `next`, once the request waits for the row. */
async function sendDuring<T>(
  change: (tx: Tx) => Promise<unknown>,
  send: () => Promise<T>,
  next?: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  const request = await app.database.db.transaction(async (tx) => {
    await change(tx)
    const response = send()
    await expect.poll(lockWaits).toBe(1)
    await next?.(tx)
    // In an object, so that the transaction does not wait for it.
    return { response }
  })
  return request.response
}

async function lockWaits(): Promise<number> {
  const { sql } = app.database
  return (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    .length
}

const codeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json().code]
const auditOf = async (action: string) =>
  (await root.send("GET", `/api/admin/audit?action=${action}`)).json<{ before: unknown; after: unknown }[]>()

async function writeContact(): Promise<ContactId> {
  const payload = { name: "Ada", email: "ada@example.org", message: "Hello" }
  return (await app.send({ method: "POST", url: "/api/contact", payload })).json<{ id: ContactId }>().id
}

test.each([
  ["move", (id: ContactId) => root.send("PATCH", `/api/admin/contacts/${id}`, { state: "done" })],
  ["reply", (id: ContactId) => root.send("POST", "/api/admin/reply", { contactId: id, message: "Yes" })],
])("a %s of a message that is deleted meanwhile is refused", async (_, send) => {
  const id = await writeContact()
  const response = await sendDuring(
    (tx) => tx.update(contacts).set({ deletedAt: app.deps.now() }).where(eq(contacts.id, id)),
    () => send(id),
  )
  expect(codeOf(response)).toEqual([404, "contact.unknown"])
  expect(await app.database.sql`select from contacts where state <> 'new'`).toEqual([])
})

test("a message that is moved meanwhile is in the audit log with the state before this move", async () => {
  const id = await writeContact()
  await sendDuring(
    (tx) => tx.update(contacts).set({ state: "answered" }).where(eq(contacts.id, id)),
    () => root.send("PATCH", `/api/admin/contacts/${id}`, { state: "done" }),
  )
  expect(await auditOf("contact.moved")).toMatchObject([{ before: { state: "answered" }, after: { state: "done" } }])
})

test("a saved reply that is changed meanwhile is in the audit log with its texts before this change", async () => {
  const { id } = (await root.send("POST", "/api/admin/saved-replies", { title: "Hours", en: "Nine." })).json()
  await sendDuring(
    (tx) => tx.update(savedReplies).set({ en: "Ten." }).where(eq(savedReplies.id, id)),
    () => root.send("PUT", `/api/admin/saved-replies/${id}`, { title: "Hours", en: "Eleven." }),
  )
  expect(await auditOf("saved_reply.updated")).toMatchObject([{ before: { en: "Ten." }, after: { en: "Eleven." } }])
})

test("a team member who is deleted or restored meanwhile is not saved or restored again", async () => {
  const form = { name: "Bea", role: "Tutor", bio: "Teaches.", imageUrl: "https://example.org/a.webp" }
  const { id } = (await root.send("POST", "/api/admin/team", form)).json()
  const response = await sendDuring(
    (tx) => tx.update(teamMembers).set({ deletedAt: app.deps.now() }).where(eq(teamMembers.id, id)),
    () => root.send("PUT", `/api/admin/team/${id}`, form),
  )
  expect(codeOf(response)).toEqual([404, "record.unknown"])
  await sendDuring(
    (tx) => tx.update(teamMembers).set({ deletedAt: null }).where(eq(teamMembers.id, id)),
    () => root.send("POST", `/api/admin/team/${id}/restoration`),
  )
  expect(await auditOf("team.restored")).toEqual([])
})

test("a role that changes meanwhile is compared with the access level that the administrator saw", async () => {
  const { id } = await register(app, "ada")
  const was = { role: "student", approved: "true" }
  const response = await sendDuring(
    (tx) => tx.update(users).set({ role: "mentor" }).where(eq(users.id, id)),
    () => root.send("POST", "/api/admin/users/role", { userId: id, role: "volunteer", approved: "true", was }),
  )
  expect(codeOf(response)).toEqual([409, "record.changed"])
})

test("an application that is moved meanwhile is decided on as it is then", async () => {
  const id = await insertApplication(app)
  const response = await sendDuring(
    (tx) => tx.update(volunteerApplications).set({ status: "declined" }).where(eq(volunteerApplications.id, id)),
    () => changeApplication(root, id, { status: "interview" }),
  )
  expect(codeOf(response)).toEqual([409, "application.state"])
})

test("a person whose screening is withdrawn meanwhile does not become active", async () => {
  const { id: userId } = await register(app, "ada")
  await insertScreening(app, userId)
  const id = await insertApplication(app, { status: "training", userId })
  const response = await sendDuring(
    (tx) => tx.update(screenings).set({ screenedUntil: null }).where(eq(screenings.userId, userId)),
    () => changeApplication(root, id, { status: "active" }),
  )
  expect(codeOf(response)).toEqual([409, "application.not_screened"])
})

test("a member who applies while an application from the same address is linked to the account is refused", async () => {
  const ada = await register(app, "ada")
  const id = await insertApplication(app, { email: ada.email })
  const response = await sendDuring(
    (tx) => tx.select().from(users).where(eq(users.id, ada.id)).for("update"),
    () => ada.send("POST", "/api/volunteer-applications", { ...APPLICATION, email: ada.email }),
    (tx) => tx.update(volunteerApplications).set({ userId: ada.id }).where(eq(volunteerApplications.id, id)),
  )
  expect(codeOf(response)).toEqual([409, "application.open"])
})

test("withdrawing by the link waits for the account that a change is about to link", async () => {
  const ada = await register(app, "ada")
  await app.database.db.update(users).set({ emailVerifiedAt: app.deps.now() }).where(eq(users.id, ada.id))
  await applyAsGuest(app, { email: ada.email })
  const token = await emailedToken(app)
  const response = await sendDuring(
    (tx) => tx.select().from(users).where(eq(users.id, ada.id)).for("update"),
    () => openBrowser(app).send("POST", "/api/volunteer-applications/withdrawals", { token }),
    (tx) => tx.update(volunteerApplications).set({ userId: ada.id }),
  )
  expect(response.statusCode).toBe(204)
})

test.each([
  ["approved", () => ({ status: "approved" })],
  ["moved", () => ({ scheduledAt: "2026-01-20T14:00:00Z" })],
  ["given", (tutorId: string) => ({ tutorId })],
])("a session is not %s when the tutor's role ends meanwhile", async (kind, bodyOf) => {
  const tutorId = await insertTutor(app)
  const { id } = await insertBooking(app, { tutorId: kind === "given" ? null : tutorId })
  const response = await sendDuring(
    (tx) => tx.update(users).set({ role: "student", roleApprovedAt: null }).where(eq(users.id, tutorId)),
    () => root.send("PATCH", `/api/admin/appointments/${id}`, bodyOf(tutorId)),
  )
  expect(codeOf(response)).toEqual([409, "tutor.refused"])
})

test("the role of a tutor whose session is approved ends after the approval", async () => {
  const tutorId = await insertTutor(app)
  const { id } = await insertBooking(app, { tutorId })
  const role = { userId: tutorId, role: "student", approved: "true" }
  let ended: Promise<LightMyRequestResponse> | undefined
  const approved = await sendDuring(
    (tx) => tx.select().from(appointments).where(eq(appointments.id, id)).for("update"),
    () => root.send("PATCH", `/api/admin/appointments/${id}`, { status: "approved" }),
    async () => {
      ended = root.send("POST", "/api/admin/users/role", role)
      await expect.poll(lockWaits).toBe(2)
    },
  )
  expect([approved.statusCode, (await ended)?.statusCode]).toEqual([200, 200])
})

test("a session that gets another tutor meanwhile is not approved unseen", async () => {
  const [tutorId, next] = [await insertTutor(app), await insertTutor(app)]
  const { id } = await insertBooking(app, { tutorId })
  const response = await sendDuring(
    (tx) => tx.update(appointments).set({ tutorId: next }).where(eq(appointments.id, id)),
    () => root.send("PATCH", `/api/admin/appointments/${id}`, { status: "approved" }),
  )
  expect(codeOf(response)).toEqual([409, "record.changed"])
})

test("an administrator cannot step down while the only other one does", async () => {
  const grace = await signInAsAdmin(app, "grace")
  const response = await sendDuring(
    (tx) => tx.update(users).set({ role: "mentor", isAdmin: false }).where(eq(users.id, grace.id)),
    () => root.send("POST", "/api/admin/users/role", { userId: root.id, role: "student", approved: "true" }),
  )
  expect(codeOf(response)).toEqual([409, "admin.last"])
})

test.each([
  ["linked", { googleId: "https://accounts.example.org 117" }],
  ["found by its address", { emailVerifiedAt: new Date() }],
])("a sign-in with Google to an account that is %s and closed meanwhile is refused", async (_, account) => {
  const { id, email } = await register(app, "ada")
  await app.database.db.update(users).set(account).where(eq(users.id, id))
  const profile = { issuer: "https://accounts.example.org", subject: "117", email, isEmailVerified: true }
  const browser = { secret: undefined, device: { secret: "a device", name: "" } }
  const outcome = await sendDuring(
    (tx) => tx.update(users).set({ approved: false }).where(eq(users.id, id)),
    () => signInWithGoogle(app.deps, { ...profile, firstName: null, lastName: null }, { browser, language: "en" }),
  )
  expect(outcome).toBe("refused")
})

test("the places of a slot stay right when an account with a session in it is deleted during a booking", async () => {
  const ada = await register(app, "ada")
  const at = new Date("2030-05-06T13:00:00Z")
  const session = { sessionType: "tutoring", subject: "coding", preferredDate: at, preferredTime: "09:00" } as const
  const { db } = app.database
  const slot = { date: "2030-05-06", startTime: "09:00", endTime: "10:00" }
  const places = { maxBookings: 2, currentBookings: 1 }
  const laterSlot = { ...slot, startTime: "10:00", endTime: "11:00" }
  const [stored] = await db
    .insert(availableTimeSlots)
    .values([
      { ...withInstants(slot), ...places },
      { ...withInstants(laterSlot), ...places },
    ])
    .returning()
  const booking = { ...withEnd(session), slotId: stored?.id ?? "", studentName: "Eve", studentEmail: "eve@example.org" }
  await db.insert(appointments).values({ ...booking, userId: ada.id, studentEmail: ada.email })
  const deletion = await sendDuring(
    async (tx) => {
      await tx.insert(appointments).values(booking)
      await tx.update(availableTimeSlots).set({ currentBookings: 2 })
    },
    () => ada.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
  )
  expect(deletion.statusCode).toBe(204)
  const slots = await db.select().from(availableTimeSlots).orderBy(availableTimeSlots.startTime)
  expect(slots).toMatchObject([{ currentBookings: 1 }, { currentBookings: 2 }])
})

test.each([
  ["course", courses, "course.unpublished"],
  ["lesson", lessons, "lesson.unpublished"],
] as const)(
  "a %s that is unpublished meanwhile is in the audit log of that change only",
  async (kind, table, action) => {
    const ids = await loadTestCourses(app)
    const id = ids[kind === "course" ? "python" : "python/hello"] ?? ""
    await sendDuring(
      (tx) => tx.update(table).set({ isPublished: false }).where(eq(table.id, id)),
      () => root.send("PATCH", `/api/admin/${kind}s/${id}`, { isPublished: false }),
    )
    expect(await auditOf(action)).toEqual([])
  },
)

test("events that are sent while a lesson is taken out of their course count without it", async () => {
  const ada = await register(app, "ada")
  await publishCourses(app, [{ slug: "go", category: "coding", lessons: 2 }])
  await sendDuring(
    async (tx) => {
      await tx
        .update(lessons)
        .set({ isPublished: false })
        .where(eq(lessons.id, lessonId("go", 2)))
      await recomputeCourse(tx, idOf("go"))
    },
    () => ada.send("POST", "/api/learning/events", { events: [completed(lessonId("go", 1), "09:07")] }),
  )
  expect((await ada.send("GET", "/api/user/progress")).json()).toMatchObject([{ progressPercentage: "100" }])
})

test.each([
  ["publication", (id: string) => root.send("PATCH", `/api/admin/lessons/${id}`, { isPublished: false })],
  ["draft", (id: string) => root.send("PUT", `/api/admin/lessons/${id}/texts/en/draft`, { content: "Text" })],
])("a %s that waits for the course of its lesson does not hold the lesson", async (_, send) => {
  const id = (await loadTestCourses(app))["python/hello"] ?? ""
  const response = await sendDuring(
    (tx) => tx.select().from(courses).for("no key update"),
    () => send(id),
    (tx) => tx.select().from(lessons).for("no key update", { noWait: true }),
  )
  expect(response.statusCode).toBe(200)
})

test("a deletion of an account that waits for a course does not hold the progress in it", async () => {
  const ada = await register(app, "ada")
  await publishCourses(app, [{ slug: "go", category: "coding", lessons: 1 }])
  await ada.send("POST", `/api/courses/${idOf("go")}/enrol`)
  const response = await sendDuring(
    (tx) => tx.select().from(courses).for("no key update"),
    () => ada.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
    (tx) => tx.select().from(userCourseProgress).for("no key update", { noWait: true }),
  )
  expect(response.statusCode).toBe(204)
})

test("a member who is deleted while their events arrive has none", async () => {
  const ada = await register(app, "ada")
  await publishCourses(app, [{ slug: "go", category: "coding", lessons: 1 }])
  const response = await sendDuring(
    (tx) => tx.delete(users).where(eq(users.id, ada.id)),
    () => ada.send("POST", "/api/learning/events", { events: [completed(lessonId("go", 1), "09:07")] }),
  )
  expect(codeOf(response)).toEqual([401, "session.missing"])
  expect(await app.database.sql`select from learning_events`).toEqual([])
})
