import { eq } from "drizzle-orm"
import { v7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestApp, register, signInAsAdmin, type TestApp } from "#testing.ts"
import {
  ADULT,
  board,
  giveConsent,
  insertGroup,
  insertMentor,
  join,
  MINOR,
  post,
  registerAged,
} from "#testing-groups.ts"
import { SCREENED_UNTIL, screen } from "#testing-screening.ts"
import { sweepReports } from "./service/moderation.ts"
import { studyGroupReports, studyGroups } from "./table.ts"

type Member = Awaited<ReturnType<typeof registerAged>>

let app: TestApp
let admin: Awaited<ReturnType<typeof signInAsAdmin>>
let ada: Member
let eve: Member
let names = 0
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "boss")
})
beforeEach(async () => {
  await app.database.db.delete(studyGroups)
  await app.database.sql`delete from audit_log`
  ada = await registerAged(app, `ada${names}`, ADULT)
  eve = await registerAged(app, `eve${names++}`, MINOR)
  await giveConsent(app, eve.id)
})
afterAll(() => app.close())

const text = { name: "Go", description: "Learn Go" }
const form = (fields: object = {}) => ({
  texts: { en: text, ht: { name: "Ale", description: "Aprann Go" } },
  capacity: 30,
  mentorId: null,
  meeting: null,
  ...fields,
})
const MEETING = { startsAt: "2026-01-10T19:00:00.000Z", minutes: 60, timeZone: "UTC", url: "https://meet.example.org" }
const create = (fields?: object) => admin.send("POST", "/api/admin/study-groups", form(fields))
const save = (id: string, fields: object) => admin.send("PUT", `/api/admin/study-groups/${id}`, form(fields))
const patchMember = (id: string, { id: userId }: Member, body: object) =>
  admin.send("PATCH", `/api/admin/study-groups/${id}/members/${userId}`, body)
const auditOf = async () =>
  (await admin.send("GET", "/api/admin/audit?sort=oldest"))
    .json<{ action: string; after: object; subject: string }[]>()
    .map(({ action, after, subject }) => [action, subject, after])

test("an administrator opens, changes, closes and reopens a group", async () => {
  const mentorId = await insertMentor(app, { lastName: "Jean" })
  await screen(app, mentorId, new Date("2026-12-01T00:00:00Z"))
  const created = (await create({ mentorId, meeting: MEETING })).json()
  expect(created).toEqual({
    id: expect.any(String),
    name: "Go",
    texts: expect.arrayContaining([{ language: "en", ...text }]),
    memberCount: 0,
    capacity: 30,
    mentorId,
    mentorName: "Rose Jean",
    mentorScreenedUntil: "2026-12-01T00:00:00.000Z",
    isMentorValid: true,
    meeting: MEETING,
    isClosed: false,
    openReports: 0,
    version: 1,
    createdAt: expect.any(String),
  })
  const { id } = created
  const saved = (await save(id, { version: 1, capacity: 10, texts: { en: text } })).json()
  expect(saved).toMatchObject({ version: 2, capacity: 10, mentorId: null, isMentorValid: false, meeting: null })
  expect(saved.texts).toEqual([{ language: "en", ...text }])
  const close = async (isClosed: boolean) =>
    (await admin.send("PATCH", `/api/admin/study-groups/${id}`, { isClosed })).json().isClosed
  expect([await close(true), await close(true), await close(false)]).toEqual([true, true, false])
  expect((await admin.send("GET", "/api/admin/study-groups?isClosed=false&q=ale")).json()).toEqual([])
  expect((await admin.send("GET", "/api/admin/study-groups?isClosed=false&q=go")).json()).toMatchObject([{ id }])
  const cleared = { capacity: 10, mentorId: null }
  expect(await auditOf()).toMatchObject([
    ["group.created", "Go", { capacity: 30, mentorId, hasMeetingUrl: true }],
    ["group.updated", "Go", { ...cleared, meetingStartsAt: null, meetingMinutes: null, hasMeetingUrl: false }],
    ["group.closed", "Go", null],
    ["group.opened", "Go", null],
  ])
})

test("opening a group again under the same id, also at once, opens it once", async () => {
  const id = v7()
  const replies = await Promise.all([1, 2, 3].map(() => create({ id, meeting: MEETING })))
  expect(replies.map((reply) => [reply.statusCode, reply.json().id])).toEqual(Array(3).fill([201, id]))
  expect((await admin.send("GET", "/api/admin/study-groups")).json()).toHaveLength(1)
  expect((await auditOf()).map(([action]) => action)).toEqual(["group.created"])
  const others = [
    { capacity: 29 },
    { meeting: null },
    { meeting: { ...MEETING, url: null } },
    { texts: { en: text } },
    { texts: { ...form().texts, ht: { name: "Ale", description: "Aprann" } } },
  ]
  for (const fields of others) {
    const reply = await create({ id, meeting: MEETING, ...fields })
    expect([reply.statusCode, reply.json().fields]).toEqual([400, { id: expect.any(String) }])
  }
})

test("a save of an older version is refused, also of two at once", async () => {
  const { id } = (await create()).json()
  const replies = await Promise.all([1, 2].map(() => save(id, { version: 1 })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await save(v7(), { version: 1 })).json().code).toBe("group.unknown")
})

test("a group does not become smaller than its members", async () => {
  const id = await insertGroup(app)
  const members = [ada, await registerAged(app, "bea", ADULT), await registerAged(app, "cea", ADULT)]
  for (const member of members) await join(member, id)
  expect((await save(id, { version: 1, capacity: 2 })).json().fields).toEqual({ capacity: expect.any(String) })
  expect((await save(id, { version: 1, capacity: 3 })).statusCode).toBe(200)
})

test.each([
  ["no role", { role: "student" as const }],
  ["a role that is not approved", { roleApprovedAt: null }],
  ["a closed account", { approved: false }],
])("a mentor with %s is refused", async (_, values) => {
  expect((await create({ mentorId: await insertMentor(app, values) })).json().code).toBe("mentor.refused")
  expect((await create({ mentorId: v7() })).json().code).toBe("mentor.refused")
})

test("a group says until when its mentor is screened, and so does the list of mentors", async () => {
  const mentorId = await insertMentor(app, { firstName: "Zoe" })
  expect((await create({ mentorId })).json()).toMatchObject({ mentorScreenedUntil: null, isMentorValid: false })
  await screen(app, mentorId)
  const screenedUntil = SCREENED_UNTIL.toISOString()
  const [group] = (await admin.send("GET", "/api/admin/study-groups")).json()
  expect(group).toMatchObject({ mentorScreenedUntil: screenedUntil, isMentorValid: true })
  const mentors = (await admin.send("GET", "/api/admin/mentors")).json()
  expect(mentors).toContainEqual({ userId: mentorId, name: "Zoe", screenedUntil })
})

test.each([
  [{ texts: {} }],
  [{ texts: { en: text, de: text } }],
  [{ capacity: 1 }],
  [{ capacity: "30" }],
  [{ mentorId: "1" }],
  [{ meeting: { ...MEETING, url: "http://meet.example.org" } }],
  [{ meeting: { ...MEETING, room: "1" } }],
  [{ memberCount: 3 }],
  [{ mentorScreenedUntil: "2026-12-01T00:00:00.000Z" }],
])("a group with %j is refused", async (fields) => {
  expect((await create(fields)).statusCode).toBe(400)
})

test("a meeting that is moved is the same event in calendars, and the one after it another", async () => {
  const { id } = (await create({ meeting: MEETING })).json()
  const stored = async () => {
    const [row] = await app.database.db.select().from(studyGroups).where(eq(studyGroups.id, id))
    return [row?.meetingId, row?.meetingRevision]
  }
  const [first] = await stored()
  await save(id, { version: 1, meeting: { ...MEETING, startsAt: "2026-01-11T19:00:00.000Z" } })
  expect(await stored()).toEqual([first, 1])
  await app.database.sql`update study_groups set meeting_starts_at = '2026-01-01T00:00:00Z'`
  await save(id, { version: 2, meeting: MEETING })
  const [second, revision] = await stored()
  expect([second === first, revision]).toEqual([false, 0])
})

test("a removed member is out, frees the place and comes back only when the removal is undone", async () => {
  const id = await insertGroup(app, { capacity: 2 })
  await join(ada, id)
  await post(ada, id, "Hello")
  for (const _ of [1, 2]) expect((await patchMember(id, ada, { isRemoved: true, reason: "Rude" })).statusCode).toBe(200)
  expect((await admin.send("GET", "/api/admin/study-groups")).json()).toMatchObject([{ memberCount: 0 }])
  const removed = `/api/admin/study-groups/${id}/members?isRemoved=true`
  expect((await admin.send("GET", removed)).json()).toMatchObject([{ userId: ada.id, removedReason: "Rude" }])
  expect((await board(ada, id)).code).toBe("group.removed")
  expect((await ada.send("DELETE", `/api/study-groups/${id}/membership`)).statusCode).toBe(204)
  expect((await join(ada, id)).json().code).toBe("group.removed")
  await patchMember(id, ada, { isRemoved: false })
  expect((await join(ada, id)).statusCode).toBe(200)
  expect((await patchMember(id, eve, { isRemoved: true })).statusCode).toBe(404)
  expect(await auditOf()).toEqual([
    ["group.member_removed", "Go", { userId: ada.id, hasReason: true }],
    ["group.member_restored", "Go", { userId: ada.id }],
  ])
})

test("the list of members says who may be a minor, and a birth year can be deleted", async () => {
  const mentorId = await insertMentor(app)
  await screen(app, mentorId)
  const id = await insertGroup(app, { mentorId })
  await join(ada, id)
  await join(eve, id)
  const members = async () =>
    (await admin.send("GET", `/api/admin/study-groups/${id}/members?sort=oldest`))
      .json<{ name: string; age: string }[]>()
      .map(({ name, age }) => [name, age])
  expect(await members()).toEqual(
    expect.arrayContaining([
      [`${ada.username} Pierre`, "adult"],
      [`${eve.username} Pierre`, "minor"],
    ]),
  )
  const url = `/api/admin/birth-years/${eve.id}`
  expect([(await admin.send("DELETE", url)).statusCode, (await admin.send("DELETE", url)).statusCode]).toEqual([
    204, 404,
  ])
  expect(await members()).toEqual(expect.arrayContaining([[`${eve.username} Pierre`, "unknown"]]))
  expect((await board(eve, id)).code).toBe("birth_year.missing")
  expect((await join(eve, id, { birthYear: ADULT })).json()).toMatchObject({ memberCount: 2, obstacle: null })
  expect(await auditOf()).toMatchObject([["group.birth_year_deleted", `${eve.username} Pierre`, null]])
})

test("an administrator removes a post with a reason and shows it again; members see that it was removed", async () => {
  const id = await insertGroup(app)
  await join(ada, id)
  const { id: postId } = (await post(ada, id, "Rude words")).json()
  const url = `/api/admin/group-posts/${postId}/removal`
  expect((await admin.send("PUT", url, { reason: " " })).statusCode).toBe(400)
  for (const _ of [1, 2]) expect((await admin.send("PUT", url, { reason: "Rude" })).json().removedReason).toBe("Rude")
  expect(await board(ada, id)).toMatchObject([{ isRemoved: true, message: "" }])
  expect((await ada.send("DELETE", `/api/study-groups/${id}/posts/${postId}`)).statusCode).toBe(404)
  const list = `/api/admin/study-groups/${id}/posts?isRemoved=true`
  expect((await admin.send("GET", list)).json()).toMatchObject([{ message: "Rude words", removedReason: "Rude" }])
  expect((await admin.send("DELETE", url)).json()).toMatchObject({ removedAt: null, removedReason: null })
  expect(await board(ada, id)).toMatchObject([{ isRemoved: false, message: "Rude words" }])
  expect((await admin.send("PUT", `/api/admin/group-posts/${v7()}/removal`, { reason: "x" })).statusCode).toBe(404)
  expect(await auditOf()).toEqual([
    ["group_post.removed", null, { groupId: id, hasReason: true }],
    ["group_post.restored", null, { groupId: id }],
  ])
})

test("an administrator settles a report and opens it again; settled ones are deleted after a year", async () => {
  const id = await insertGroup(app)
  const bea = await registerAged(app, `bea${names}x`, ADULT)
  await join(ada, id)
  await join(bea, id)
  const { id: postId } = (await post(ada, id, "Rude words")).json()
  await bea.send("POST", `/api/study-groups/${id}/posts/${postId}/reports`, { reason: "Rude" })
  expect((await admin.send("GET", "/api/admin/study-groups")).json()).toMatchObject([{ openReports: 1 }])
  const [report] = (await admin.send("GET", "/api/admin/group-reports?isSettled=false")).json()
  expect(report).toEqual({
    id: expect.any(String),
    groupId: id,
    groupName: "Go",
    postId,
    authorId: ada.id,
    authorName: `${ada.username} Pierre`,
    reporterName: `${bea.username} Pierre`,
    isPostRemoved: false,
    isAuthorRemoved: false,
    quote: "Rude words",
    reason: "Rude",
    source: "member",
    createdAt: expect.any(String),
    settledAt: null,
  })
  const url = `/api/admin/group-reports/${report.id}`
  const settle = async (isSettled: boolean) => (await admin.send("PATCH", url, { isSettled })).json().settledAt
  expect([await settle(false), await settle(true), await settle(true)]).toEqual([
    null,
    expect.any(String),
    expect.any(String),
  ])
  expect((await auditOf()).map(([action]) => action)).toEqual(["group_report.settled"])
  const count = () => app.database.db.$count(studyGroupReports)
  const inDays = (days: number) => ({ ...app.deps, now: () => new Date(app.deps.now().getTime() + days * 86_400_000) })
  await sweepReports(inDays(365))
  expect(await count()).toBe(1)
  await sweepReports(inDays(366))
  expect(await count()).toBe(0)
  expect((await admin.send("PATCH", `/api/admin/group-reports/${v7()}`, { isSettled: true })).statusCode).toBe(404)
})

test("members and foreign origins change nothing", async () => {
  const id = await insertGroup(app)
  const member = await register(app, `zoe${names}`)
  expect((await member.send("POST", "/api/admin/study-groups", form())).statusCode).toBe(403)
  const url = `/api/admin/study-groups/${id}`
  const foreign = { origin: "https://evil.example" }
  expect((await admin.send("PATCH", url, { isClosed: true }, foreign)).statusCode).toBe(403)
  expect((await admin.send("GET", "/api/admin/study-groups")).json()).toMatchObject([{ isClosed: false }])
})
