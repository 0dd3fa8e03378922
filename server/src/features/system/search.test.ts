import type { SearchGroup } from "@haitech/contract/admin/search"
import { v7 } from "uuid"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { users } from "#features/accounts/table.ts"
import { donations } from "#features/donations/table.ts"
import { studyGroupTexts } from "#features/groups/table.ts"
import { courses } from "#features/learning/table.ts"
import { contacts, memberships } from "#features/outreach/table.ts"
import { blogPosts, teamMembers, testimonials } from "#features/publishing/table.ts"
import { safeguardingCases, safeguardingEntries } from "#features/safeguarding/table.ts"
import { type Browser, createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { insertGroup } from "#testing-groups.ts"
import { insertApplication } from "#testing-pipeline.ts"

const SEARCH = "/api/admin/search"
const NAME = "Zétwal Éloi"
const EMAIL = "zetwal.eloi@example.org"
const AT = new Date("2026-01-01T12:00:00Z")

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
beforeEach(async () => {
  await app.database.sql`truncate contacts, memberships, donations, appointments, volunteer_applications, chat_messages,
    chat_threads, study_groups, courses, blog_posts, team_members, testimonials cascade`
  await app.database.sql`delete from users where email like '%@example.org' and not is_admin`
})
afterAll(() => app.close())

const search = (q: string) => admin.send("GET", `${SEARCH}?${new URLSearchParams({ q })}`)

async function find(q: string): Promise<readonly SearchGroup[]> {
  const response = await search(q)
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json().groups
}

const kindsOf = async (q: string) => (await find(q)).map(({ kind }) => kind)

/** One record of each kind, with the same name. */
async function insertOfEachKind() {
  const { db, sql } = app.database
  const person = { name: NAME, email: EMAIL, createdAt: AT }
  await db.insert(users).values({ firstName: "Zétwal", lastName: "Éloi", email: EMAIL, createdAt: AT })
  await insertApplication(app, { firstName: "Zétwal", lastName: "Éloi", email: EMAIL, createdAt: AT })
  await db.insert(memberships).values({ ...person, program: "coding" })
  await db.insert(contacts).values({ ...person, subject: "coding", message: "Bonjou" })
  await openBrowser(app).send("POST", "/api/chat", { name: NAME, email: EMAIL, message: "Bonjou" })
  await sql`insert into appointments (id, student_name, student_email, session_type, subject, preferred_date, ends_at,
    preferred_time) values (gen_random_uuid(), ${NAME}, ${EMAIL}, 'tutoring', 'coding',
    timestamptz '2026-01-10 14:00Z', timestamptz '2026-01-10 15:00Z', '09:00')`
  await db.insert(donations).values({ ...person, amount: 2500, status: "succeeded" })
  const groupId = await insertGroup(app, { createdAt: AT })
  await db.update(studyGroupTexts).set({ name: NAME })
  await db.insert(courses).values({ title: NAME, category: "coding", description: "Begin here" })
  await db.insert(blogPosts).values({ title: NAME, excerpt: "E", content: "C", author: "Rose", publishedAt: AT })
  await db.insert(teamMembers).values({ name: NAME, role: "Teacher", bio: "B" })
  await db.insert(testimonials).values({ name: NAME, role: "Learner", content: "C", updatedAt: AT })
  return groupId
}

const ALL_KINDS = ["user", "application", "membership", "contact", "chat", "appointment", "donation"]
const NAMED_KINDS = [...ALL_KINDS, "group", "course", "post", "team", "testimonial"]

test("each kind is found by its name, without case and accents, and shows what its list shows", async () => {
  const groupId = await insertOfEachKind()
  const groups = await find("  ZETWAL éloi ")
  const at = AT.toISOString()
  const of = (kind: string, hit: object) => ({
    kind,
    total: 1,
    hits: [{ id: expect.any(String), title: NAME, ...hit }],
  })
  expect(groups).toEqual([
    of("user", { line: EMAIL, at }),
    of("application", { line: null, state: "new", at }),
    of("membership", { line: EMAIL, at }),
    of("contact", { line: EMAIL, state: "new", at }),
    of("chat", { line: EMAIL, at: expect.any(String) }),
    of("appointment", { line: EMAIL, state: "pending", at: "2026-01-10T14:00:00.000Z" }),
    of("donation", { line: EMAIL, state: "succeeded", amount: { cents: 2500, currency: "usd" }, at }),
    of("group", { id: groupId, line: null, at }),
    of("course", { line: "Begin here" }),
    of("post", { line: "Rose", at }),
    of("team", { line: "Teacher" }),
    of("testimonial", { line: "Learner", at }),
  ])
})

test("a person is found by the email address, by the start of a name and by its middle, but not by its end", async () => {
  await insertOfEachKind()
  expect(await kindsOf("Zetwal.Eloi@example")).toEqual(ALL_KINDS)
  expect(await kindsOf("ze")).toEqual(NAMED_KINDS)
  expect(await kindsOf("etwa")).toEqual(NAMED_KINDS)
  expect(await kindsOf("oi")).toEqual([])
})

test("an id of a hit opens its record", async () => {
  await insertOfEachKind()
  const [user] = await find(EMAIL)
  const record = await admin.send("GET", `/api/admin/users/${user?.hits[0]?.id}`)
  expect(record.json()).toMatchObject({ email: EMAIL })
})

test("who left no name shows the username or nothing", async () => {
  const { db } = app.database
  await db.insert(users).values({ email: EMAIL, username: "zeto" })
  await db.insert(donations).values({ email: EMAIL, amount: 2500, isAnonymous: true })
  const hits = (await find("zetwal")).map(({ kind, hits: [hit] }) => [kind, hit?.title, hit?.line])
  expect(hits).toEqual([
    ["user", EMAIL, "zeto"],
    ["donation", null, EMAIL],
  ])
})

test("a kind shows its five newest records and counts the others", async () => {
  const rows = Array.from({ length: 7 }, (_, day) => ({
    name: `Zetwal ${day}`,
    email: EMAIL,
    message: "Bonjou",
    createdAt: new Date(Date.UTC(2026, 0, 1 + day)),
  }))
  await app.database.db.insert(contacts).values(rows)
  const [group, ...others] = await find("zetwal")
  expect([group?.kind, group?.total, others]).toEqual(["contact", 7, []])
  expect(group?.hits.map(({ title }) => title)).toEqual([6, 5, 4, 3, 2].map((day) => `Zetwal ${day}`))
})

test("deleted records do not appear", async () => {
  await insertOfEachKind()
  for (const table of [contacts, memberships, blogPosts, teamMembers, testimonials])
    await app.database.db.update(table).set({ deletedAt: AT })
  const deleted = ["membership", "contact", "post", "team", "testimonial"]
  expect(await kindsOf("zetwal")).toEqual(NAMED_KINDS.filter((kind) => !deleted.includes(kind)))
})

test("what a case says is not found", async () => {
  const { db } = app.database
  const [{ id: caseId } = { id: "" }] = await db
    .insert(safeguardingCases)
    .values({ subjectKind: "session", subjectId: v7(), category: "other" })
    .returning()
  await db
    .insert(safeguardingEntries)
    .values({ caseId, number: 1, kind: "report", role: "member", text: NAME, quote: NAME })
  expect(await find("zetwal")).toEqual([])
})

test("a gift is also found by its amount", async () => {
  await app.database.db.insert(donations).values({ name: NAME, email: EMAIL, amount: 123_456 })
  expect(await kindsOf("$1,234.56")).toEqual(["donation"])
})

test.each(["--", "%%", "\\\\", "zz zz", "a".repeat(100)])("%s finds nothing", async (q) => {
  await insertOfEachKind()
  expect(await find(q)).toEqual([])
})

test.each([
  ["q=z", "At least 2 characters"],
  ["q=%20z%20", "At least 2 characters"],
  ["q=", "At least 2 characters"],
  [`q=${"a".repeat(101)}`, "At most 100 characters"],
  ["q=zet%00wal", "This cannot be used here"],
  ["q=ze&q=zo", "This cannot be used here"],
  ["", "This cannot be used here"],
])("%s is refused", async (query, q) => {
  const response = await admin.send("GET", `${SEARCH}?${query}`)
  expect([response.statusCode, response.json().fields]).toEqual([400, { q }])
})

test("an unknown parameter is refused", async () => {
  for (const query of ["limit=9", "kind=user", "cursor=x"])
    expect((await admin.send("GET", `${SEARCH}?q=zetwal&${query}`)).statusCode).toBe(400)
})

test("only an administrator may search", async () => {
  const member = await register(app, "ada")
  const refusals = await Promise.all([
    openBrowser(app).send("GET", `${SEARCH}?q=ada`),
    member.send("GET", `${SEARCH}?q=ada`),
  ])
  expect(refusals.map((response) => [response.statusCode, response.json().code])).toEqual([
    [401, "session.missing"],
    [403, "access.refused"],
  ])
})
