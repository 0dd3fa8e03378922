import { APPLICATION_STATUSES, type ApplicationStatus } from "@haitech/contract/volunteers"
import { eq } from "drizzle-orm"
import { v7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { tutors } from "#features/appointments/table/slots.ts"
import { sweep } from "#sweep.ts"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { APPLICATIONS, changeApplication, insertApplication, insertScreening } from "#testing-pipeline.ts"
import { volunteerApplications } from "./table.ts"

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let names = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
beforeEach(async () => {
  await app.database.sql`delete from volunteer_applications`
  await app.database.sql`delete from audit_log`
  await app.database.sql`delete from outbox`
})
afterAll(() => app.close())

const change = (id: string, body: object) => changeApplication(admin, id, body)
const read = async (id: string) => (await admin.send("GET", `${APPLICATIONS}/${id}`)).json()
const codeOf = async (id: string, body: object) => {
  const response = await change(id, body)
  return [response.statusCode, response.json().code]
}
const auditOf = async (id: string) =>
  (await admin.send("GET", `/api/admin/audit?sort=oldest&about=${id}`))
    .json<{ action: string; subject: string; before: object; after: object }[]>()
    .map(({ action, subject, before, after }) => [action, subject, before, after])
const userOf = async (id: string) => {
  const [user] = await app.database.db.select().from(users).where(eq(users.id, id))
  return user
}

/** An applicant with an account, whose role waits, and a valid screening. */
async function insertCleared(status: ApplicationStatus, role: "volunteer" | "mentor" | "ambassador" = "mentor") {
  const member = await register(app, `rose${names++}`)
  await app.database.db.update(users).set({ role }).where(eq(users.id, member.id))
  if (role !== "ambassador") await insertScreening(app, member.id)
  return { member, id: await insertApplication(app, { status, role, userId: member.id, email: member.email }) }
}

const NO_STEP = "Please say what the next step is"
const NO_OWNER = "Please say who looks after this person"

const ALLOWED: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  new: ["interview", "declined"],
  interview: ["new", "screening", "declined"],
  screening: ["interview", "training", "declined"],
  training: ["screening", "active", "declined"],
  active: ["paused", "alumni"],
  paused: ["active", "alumni"],
  alumni: [],
  declined: [],
}
const PAIRS = APPLICATION_STATUSES.flatMap((from) =>
  APPLICATION_STATUSES.filter((to) => to !== from).map((to) => {
    return { from, to, outcome: ALLOWED[from].includes(to) ? "possible" : "refused" }
  }),
)

test.each(PAIRS)("from $from to $to is $outcome", async ({ from, to, outcome }) => {
  const { id } = await insertCleared(from)
  const isPossible = outcome === "possible"
  const preview = await admin.send("GET", `${APPLICATIONS}/${id}/emails/${to}`)
  expect(preview.statusCode).toBe(isPossible ? 200 : 409)
  expect(await codeOf(id, { status: to, version: 1 })).toEqual(
    isPossible ? [200, undefined] : [409, "application.state"],
  )
  const { status, nextStatuses } = await read(id)
  expect(status).toBe(isPossible ? to : from)
  const next = nextStatuses.map((one: { status: string }) => one.status)
  expect(next.sort()).toEqual([...ALLOWED[status as ApplicationStatus]].sort())
})

test("a new status brings its next step, a date within a week, and an owner where nobody was", async () => {
  const id = await insertApplication(app)
  expect((await change(id, { status: "interview" })).json()).toMatchObject({
    status: "interview",
    nextStep: "arrange_interview",
    nextStepOn: "2026-01-08",
    owner: { id: admin.id },
    waitingDays: 0,
    version: 2,
  })
  const own = { nextStep: "Call her", nextStepOn: "2026-01-04" }
  expect((await change(id, { status: "declined", ...own, assignedAdmin: null })).json()).toMatchObject({
    ...own,
    owner: null,
  })
})

test("a next step has a day from today on, by default in a week, and a day has a next step", async () => {
  const id = await insertApplication(app)
  const fieldsOf = async (body: object) => (await change(id, body)).json().fields
  expect(await fieldsOf({ nextStep: null, nextStepOn: "2026-01-05" })).toEqual({ nextStep: NO_STEP })
  expect((await change(id, { nextStep: "Call" })).json()).toMatchObject({ nextStepOn: "2026-01-08" })
  expect((await change(id, { nextStepOn: null })).json()).toMatchObject({ nextStep: "Call", nextStepOn: "2026-01-08" })
  // In New York it is still the first of January.
  expect(await fieldsOf({ nextStep: "Call", nextStepOn: "2025-12-31" })).toHaveProperty("nextStepOn")
  expect(await fieldsOf({ nextStep: "Call", nextStepOn: "2026-01-01" })).toBeUndefined()
})

test.each(APPLICATION_STATUSES)("who is %s has a next step and an owner, unless it is over", async (status) => {
  const id = await insertApplication(app, { status, assignedAdmin: admin.id })
  const isOver = status === "alumni" || status === "declined"
  const outcomeOf = async (body: object) => (await change(id, body)).json().fields ?? {}
  expect(await outcomeOf({ nextStep: "", nextStepOn: null })).toEqual(isOver ? {} : { nextStep: NO_STEP })
  expect(await outcomeOf({ assignedAdmin: null })).toEqual(isOver ? {} : { assignedAdmin: NO_OWNER })
  expect(await read(id)).toMatchObject({ nextStep: isOver ? null : "read_application", version: isOver ? 3 : 1 })
})

test.each([
  ["another status", { status: "hired" }],
  ["another type of version", { version: "1" }],
  ["another type of owner", { assignedAdmin: "root" }],
  ["notes that are too long", { adminNotes: "x".repeat(5001) }],
  ["a next step that is too long", { nextStep: "x".repeat(201), nextStepOn: "2026-01-05" }],
  ["a day that does not exist", { nextStep: "Call", nextStepOn: "2026-02-30" }],
  ["a personal line that is too long", { personalLine: "x".repeat(501) }],
  ["another type of choice", { sendsEmail: "no" }],
  ["a field of the applicant", { motivation: "Another text" }],
])("a change with %s is refused", async (_, body) => {
  const id = await insertApplication(app)
  expect(await codeOf(id, body)).toEqual([400, "request.invalid"])
  expect((await read(id)).version).toBe(1)
})

test("the longest notes, step and line are accepted, and only an administrator can own an application", async () => {
  const id = await insertApplication(app)
  const step = { nextStep: "x".repeat(200), nextStepOn: "2026-01-05" }
  const longest = { ...step, adminNotes: "x".repeat(5000), personalLine: "x".repeat(500) }
  expect((await change(id, longest)).json()).toMatchObject({ ...step, adminNotes: longest.adminNotes })
  const { id: stranger } = await register(app, `member${names++}`)
  for (const assignedAdmin of [stranger, v7()])
    expect(await codeOf(id, { assignedAdmin })).toEqual([400, "request.invalid"])
  expect((await change(id, { assignedAdmin: admin.id })).json().owner).toEqual({ id: admin.id, name: "root Pierre" })
  expect(await codeOf(v7(), { assignedAdmin: null })).toEqual([404, "record.unknown"])
  expect((await admin.send("GET", `${APPLICATIONS}/${v7()}`)).json().code).toBe("record.unknown")
})

test("an older version is refused, but the same change again succeeds, with one email", async () => {
  const id = await insertApplication(app)
  const invite = { status: "interview", version: 1 }
  expect([await codeOf(id, invite), await codeOf(id, invite)]).toEqual([
    [200, undefined],
    [200, undefined],
  ])
  expect(await codeOf(id, { status: "screening", version: 1 })).toEqual([409, "record.changed"])
  expect(await app.database.sql`select from outbox`).toHaveLength(1)
  expect((await read(id)).version).toBe(2)
})

test("becoming active needs an open account and, for who meets minors, a valid screening", async () => {
  const noAccount = await insertApplication(app, { status: "training" })
  expect(await codeOf(noAccount, { status: "active" })).toEqual([409, "application.no_account"])
  expect((await read(noAccount)).nextStatuses[0]).toEqual({ status: "active", obstacle: "no_account" })
  const { member, id } = await insertCleared("training", "volunteer")
  for (const until of [null, app.deps.now()]) {
    await insertScreening(app, member.id, until)
    expect(await codeOf(id, { status: "active" })).toEqual([409, "application.not_screened"])
    expect((await read(id)).nextStatuses[0]).toEqual({ status: "active", obstacle: "not_screened" })
  }
  await insertScreening(app, member.id)
  await app.database.sql`update users set approved = false where id = ${member.id}`
  expect(await codeOf(id, { status: "active" })).toEqual([409, "application.no_account"])
  expect([await userOf(member.id), (await read(id)).status]).toMatchObject([{ roleApprovedAt: null }, "training"])
  expect(await app.database.sql`select from outbox where kind = 'application.status'`).toEqual([])
})

test.each(["volunteer", "mentor", "ambassador"] as const)("an active %s has the role until the end", async (role) => {
  const { member, id } = await insertCleared("training", role)
  expect((await change(id, { status: "active" })).json().account).toEqual({ id: member.id, role, isOpen: true })
  expect(await userOf(member.id)).toMatchObject({ role, roleApprovedAt: app.deps.now() })
  expect((await member.send("GET", "/api/auth/user")).statusCode).toBe(401)
  expect((await change(id, { status: "alumni" })).statusCode).toBe(200)
  expect(await userOf(member.id)).toMatchObject({ role: "student", roleApprovedAt: null, approved: true })
  expect(await auditOf(member.id)).toMatchObject([
    ["user.role_changed", expect.any(String), { isRoleWaiting: true }, { isRoleWaiting: false }],
    ["user.role_changed", expect.any(String), { role }, { role: "student" }],
  ])
})

test("an administrator who volunteers stays an administrator", async () => {
  const root = { userId: admin.id, role: "ambassador" } as const
  const id = await insertApplication(app, { ...root, status: "training" })
  for (const status of ["active", "alumni"]) expect((await change(id, { status })).statusCode).toBe(200)
  expect(await userOf(admin.id)).toMatchObject({ role: "admin", isAdmin: true })
})

test("a pause closes the open hours of a tutor, and its end opens them, but not a pause with an end of its own", async () => {
  const { member, id } = await insertCleared("active")
  await app.database.db.insert(tutors).values({ userId: member.id, timeZone: "Asia/Tokyo" })
  const pauseOf = async () => {
    const [tutor] = await app.database.db.select().from(tutors).where(eq(tutors.userId, member.id))
    return [tutor?.pausedFrom, tutor?.pausedUntil]
  }
  await change(id, { status: "paused" })
  expect(await pauseOf()).toEqual(["2026-01-02", null])
  await change(id, { status: "active" })
  expect(await pauseOf()).toEqual([null, null])
  await change(id, { status: "paused" })
  await app.database.sql`update tutors set paused_until = '2026-02-01'`
  await change(id, { status: "active" })
  expect(await pauseOf()).toEqual(["2026-01-02", "2026-02-01"])
  await app.database.sql`update screenings set screened_until = null`
  await change(id, { status: "paused" })
  expect(await codeOf(id, { status: "active" })).toEqual([409, "application.not_screened"])
})

test("each look at an application and each change is in the audit log, by ids and statuses only", async () => {
  const id = await insertApplication(app)
  await read(id)
  await change(id, {})
  await admin.send("GET", `${APPLICATIONS}/${id}/emails/interview`)
  await change(id, {
    status: "interview",
    sendsEmail: false,
    adminNotes: "Speaks Kreyòl",
    personalLine: "See you",
    nextStepOn: "2026-01-04",
  })
  expect(await auditOf(id)).toEqual([
    ["application.viewed", "Rose Jean", null, null],
    ["application.viewed", "Rose Jean", null, null],
    ["application.viewed", "Rose Jean", null, null],
    [
      "application.changed",
      "Rose Jean",
      { status: "new", assignedAdmin: null, nextStepOn: "2026-01-08", sendsEmail: null },
      { status: "interview", assignedAdmin: admin.id, nextStepOn: "2026-01-04", sendsEmail: false },
    ],
  ])
})

test("applications are deleted a year after they were declined or last changed, and two years after the end of the service", async () => {
  const ages = { declined: [11, 13], alumni: [23, 25], new: [11, 13], training: [11, 13], active: [30] } as const
  for (const [status, months] of Object.entries(ages)) {
    for (const age of months) {
      const statusChangedAt = new Date("2026-01-02T03:04:05Z")
      statusChangedAt.setUTCMonth(statusChangedAt.getUTCMonth() - age)
      await insertApplication(app, {
        status: status as ApplicationStatus,
        firstName: `${status} ${age}`,
        statusChangedAt,
        updatedAt: statusChangedAt,
      })
    }
  }
  await sweep(app.deps)
  const rows = await app.database.db.select({ name: volunteerApplications.firstName }).from(volunteerApplications)
  expect(rows.map(({ name }) => name).sort()).toEqual([
    "active 30",
    "alumni 23",
    "declined 11",
    "new 11",
    "training 11",
  ])
})
