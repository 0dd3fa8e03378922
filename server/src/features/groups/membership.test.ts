import { eq } from "drizzle-orm"
import { v7 } from "uuid"
import { afterEach, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { birthYears } from "#features/safeguarding/table.ts"
import { createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import {
  ADULT,
  board,
  CHILD,
  giveConsent,
  insertGroup,
  insertMentor,
  join,
  MINOR,
  post,
  registerAged,
} from "#testing-groups.ts"
import { screen } from "#testing-screening.ts"
import { publishStudyGroups } from "./service/starter.ts"
import { studyGroupMembers, studyGroups } from "./table.ts"

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ rateLimits: true })
})
afterEach(() => app.close())

const NEXT_WEEK = new Date("2026-01-09T00:00:00Z")
async function screened() {
  const mentorId = await insertMentor(app)
  await screen(app, mentorId, NEXT_WEEK)
  return { mentorId }
}
const codeOf = async (response: ReturnType<typeof join>) => {
  const { statusCode, body } = await response
  return [statusCode, body ? JSON.parse(body).code : undefined]
}
const groupsOf = async (member: Awaited<ReturnType<typeof register>>, language = "en") =>
  (await member.send("GET", "/api/study-groups", undefined, { "accept-language": language })).json()

test("each start has the three groups of the specification once, in the reader's language", async () => {
  await Promise.all([1, 2, 3].map(() => publishStudyGroups(app.deps)))
  const ada = await register(app, "ada")
  const { groups, isBirthYearKnown } = await groupsOf(ada, "fr")
  expect(isBirthYearKnown).toBe(false)
  expect(groups.map(({ name, memberCount }: Record<string, unknown>) => [name, memberCount])).toEqual([
    ["Groupe d’étude JavaScript", 0],
    ["Cercle de conversation en français", 0],
    ["Bâtir sa carrière", 0],
  ])
  await app.database.db.delete(studyGroups)
  await publishStudyGroups(app.deps)
  expect((await groupsOf(ada)).groups).toEqual([])
})

test("a group has a text in the reader's language, or the English one", async () => {
  await insertGroup(app)
  const ada = await register(app, "ada")
  const textOf = async (language: string) => {
    const { name, description, language: of } = (await groupsOf(ada, language)).groups[0]
    return [name, description, of]
  }
  expect(await textOf("ht")).toEqual(["Ale", "Aprann Go", "ht"])
  expect(await textOf("es")).toEqual(["Go", "Learn Go", "en"])
})

test("a member joins once and leaves", async () => {
  const id = await insertGroup(app)
  const ada = await register(app, "ada")
  const replies = await Promise.all([1, 2, 3].map(() => join(ada, id, { birthYear: ADULT })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(replies[0]?.json()).toEqual({
    id,
    name: "Go",
    description: "Learn Go",
    language: "en",
    memberCount: 1,
    capacity: 30,
    isMember: true,
    isMentor: false,
    mentorName: null,
    meeting: null,
    obstacle: null,
  })
  for (const _ of [1, 2]) expect((await ada.send("DELETE", `/api/study-groups/${id}/membership`)).statusCode).toBe(204)
  expect((await groupsOf(ada)).groups).toMatchObject([{ memberCount: 0, isMember: false }])
})

test("the first birth year stays, also when it was refused", async () => {
  const id = await insertGroup(app)
  const ada = await register(app, "ada")
  expect(await codeOf(join(ada, id))).toEqual([409, "birth_year.missing"])
  expect(await codeOf(join(ada, id, { birthYear: 2027 }))).toEqual([400, "request.invalid"])
  expect(await codeOf(join(ada, id, { birthYear: MINOR }))).toEqual([403, "group.mentor_missing"])
  expect(await codeOf(join(ada, id, { birthYear: ADULT }))).toEqual([403, "group.mentor_missing"])
  expect(await app.database.db.select().from(birthYears)).toMatchObject([{ birthYear: MINOR }])
  expect((await groupsOf(ada)).isBirthYearKnown).toBe(true)
})

test.each([
  [2007, [200, undefined]],
  [2008, [403, "group.mentor_missing"]],
  [2012, [403, "group.mentor_missing"]],
  [2013, [403, "group.too_young"]],
])("who was born in %i joins a group without a mentor with the answer %j", async (birthYear, answer) => {
  const id = await insertGroup(app)
  app.setNow(new Date("2026-12-31T12:00:00Z"))
  expect(await codeOf(join(await register(app, "ada"), id, { birthYear }))).toEqual(answer)
})

test("minors take part while the mentor's screening is valid, and pause when it lapses", async () => {
  const mentor = await screened()
  const id = await insertGroup(app, mentor)
  const ada = await registerAged(app, "ada", MINOR)
  await giveConsent(app, ada.id)
  const eve = await registerAged(app, "eve", ADULT)
  expect((await join(ada, id)).json()).toMatchObject({ obstacle: null, mentorName: "Rose" })
  await join(eve, id)
  expect((await post(ada, id, "Hello")).statusCode).toBe(201)
  app.setNow(new Date(NEXT_WEEK.getTime() + 1))
  expect(await codeOf(post(ada, id, "Again"))).toEqual([403, "group.mentor_missing"])
  expect((await board(ada, id)).code).toBe("group.mentor_missing")
  expect((await groupsOf(ada)).groups).toMatchObject([{ isMember: true, obstacle: "mentor", mentorName: null }])
  expect((await post(eve, id, "Hello")).statusCode).toBe(201)
  await screen(app, mentor.mentorId, new Date("2026-06-01T00:00:00Z"))
  expect((await post(ada, id, "Back")).statusCode).toBe(201)
})
test.each([
  ["the account is closed", { approved: false }],
  ["the role is taken away", { role: "student" as const }],
  ["the role is not approved", { roleApprovedAt: null }],
])("a mentor does not count for minors when %s", async (_, change) => {
  const mentor = await screened()
  const id = await insertGroup(app, mentor)
  await app.database.db.update(users).set(change).where(eq(users.id, mentor.mentorId))
  expect(await codeOf(join(await registerAged(app, "ada", MINOR), id))).toEqual([403, "group.mentor_missing"])
  expect((await join(await registerAged(app, "eve", ADULT), id)).statusCode).toBe(200)
})

test("children cannot join a group with a mentor, either", async () => {
  const id = await insertGroup(app, await screened())
  expect(await codeOf(join(await registerAged(app, "ada", CHILD), id))).toEqual([403, "group.too_young"])
})

test("the mentor reads and posts without joining or a birth year", async () => {
  const ada = await register(app, "ada")
  await app.database.db.update(users).set({ role: "mentor", roleApprovedAt: new Date() })
  await screen(app, ada.id, NEXT_WEEK)
  const id = await insertGroup(app, { mentorId: ada.id })
  expect((await post(ada, id, "Welcome")).json()).toMatchObject({ isMentor: true, isOwn: true, name: "ada" })
  expect((await groupsOf(ada)).groups).toMatchObject([
    { isMember: true, isMentor: true, obstacle: null, memberCount: 0 },
  ])
})

test("a mentor whose screening is missing or has ended neither reads nor posts, and reads again with a new one", async () => {
  const ada = await register(app, "ada")
  await app.database.db.update(users).set({ role: "mentor", roleApprovedAt: new Date() })
  const id = await insertGroup(app, { mentorId: ada.id })
  expect(await codeOf(post(ada, id, "Welcome"))).toEqual([403, "group.mentor_unscreened"])
  await screen(app, ada.id, NEXT_WEEK)
  app.setNow(new Date(NEXT_WEEK.getTime() + 1))
  expect(await codeOf(post(ada, id, "Welcome"))).toEqual([403, "group.mentor_unscreened"])
  expect((await board(ada, id)).code).toBe("group.mentor_unscreened")
  expect((await groupsOf(ada)).groups).toMatchObject([{ isMentor: true, obstacle: "screening" }])
  await screen(app, ada.id)
  expect((await post(ada, id, "Welcome")).statusCode).toBe(201)
})

test.each(["volunteer", "mentor", "admin"] as const)(
  "a %s without a screening takes part in no group, also not as a member",
  async (role) => {
    const id = await insertGroup(app)
    const ada = await registerAged(app, "ada", ADULT)
    await join(ada, id)
    const approved = role === "admin" ? { isAdmin: true } : { role, roleApprovedAt: new Date() }
    await app.database.db.update(users).set(approved).where(eq(users.id, ada.id))
    expect(await codeOf(post(ada, id, "Hello"))).toEqual([403, "group.mentor_unscreened"])
    await screen(app, ada.id)
    expect((await post(ada, id, "Hello")).statusCode).toBe(201)
  },
)

test("a closed group takes no members and no posts; its members still read it", async () => {
  const id = await insertGroup(app)
  const [ada, eve] = [await registerAged(app, "ada", ADULT), await registerAged(app, "eve", ADULT)]
  await join(ada, id)
  await post(ada, id, "Hello")
  await app.database.db.update(studyGroups).set({ closedAt: new Date() })
  expect(await codeOf(join(eve, id))).toEqual([409, "group.closed"])
  expect(await codeOf(post(ada, id, "Again"))).toEqual([409, "group.closed"])
  expect(await board(ada, id)).toMatchObject([{ message: "Hello" }])
  expect([(await groupsOf(ada)).groups, (await groupsOf(eve)).groups]).toMatchObject([[{ obstacle: "closed" }], []])
})

const MEETING = {
  meetingId: v7(),
  meetingStartsAt: new Date("2026-01-10T19:00:00Z"),
  meetingMinutes: 60,
  meetingTimeZone: "America/Port-au-Prince",
  meetingUrl: "https://meet.example.org/go",
}

test("members get the next meeting with its link as a calendar file; others see its time only", async () => {
  const id = await insertGroup(app, MEETING)
  const [ada, eve] = [await registerAged(app, "ada", ADULT), await registerAged(app, "eve", ADULT)]
  await join(ada, id)
  const meeting = { startsAt: "2026-01-10T19:00:00.000Z", minutes: 60, timeZone: "America/Port-au-Prince" }
  expect((await groupsOf(ada)).groups[0].meeting).toEqual({ ...meeting, url: MEETING.meetingUrl })
  expect((await groupsOf(eve)).groups[0].meeting).toEqual({ ...meeting, url: null })
  const url = `/api/study-groups/${id}/meeting?language=ht`
  const file = await ada.send("GET", url)
  expect(file.headers["content-type"]).toContain("text/calendar")
  const lines = file.body.replaceAll("\r\n ", "").split("\r\n")
  expect(lines).toEqual(
    expect.arrayContaining(["DTSTART:20260110T190000Z", "DTEND:20260110T200000Z", "SUMMARY:Gwoup etid: Ale"]),
  )
  expect(lines.find((line) => line.startsWith("UID:"))).toBe(`UID:${MEETING.meetingId}@localhost`)
  expect(await codeOf(eve.send("GET", url))).toEqual([403, "group.not_member"])
  expect((await ada.send("GET", `${url}&x=1`)).statusCode).toBe(400)
  app.setNow(new Date("2026-01-10T20:00:00Z"))
  expect((await groupsOf(ada)).groups[0].meeting).toBeNull()
  expect(await codeOf(ada.send("GET", url))).toEqual([404, "record.unknown"])
})

test.each([
  ["an unknown field", { birthYear: ADULT, age: 20 }],
  ["a text", { birthYear: "2000" }],
  ["a fraction", { birthYear: 2000.5 }],
  ["a year too early", { birthYear: 1899 }],
])("joining with %s is refused", async (_, body) => {
  const id = await insertGroup(app)
  expect((await join(await register(app, "ada"), id, body)).statusCode).toBe(400)
  expect(await app.database.db.$count(birthYears)).toBe(0)
})

test("guests and foreign origins are refused, and an unknown group is 404", async () => {
  const id = await insertGroup(app)
  const ada = await registerAged(app, "ada", ADULT)
  const url = `/api/study-groups/${id}/membership`
  expect((await openBrowser(app).send("GET", "/api/study-groups")).statusCode).toBe(401)
  expect((await openBrowser(app).send("PUT", url, {})).statusCode).toBe(401)
  expect((await ada.send("PUT", url, {}, { origin: "https://evil.example" })).statusCode).toBe(403)
  expect(await codeOf(join(ada, v7()))).toEqual([404, "group.unknown"])
  expect((await join(ada, "1")).statusCode).toBe(400)
  expect(await app.database.db.$count(studyGroupMembers)).toBe(0)
})

test("joining is limited to 30 times an hour", async () => {
  const id = await insertGroup(app)
  const ada = await registerAged(app, "ada", ADULT)
  const statuses = []
  for (let index = 0; index < 31; index++) statuses.push((await join(ada, id)).statusCode)
  expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429])
})
