import { api } from "@haitech/contract/api"
import type { Route } from "@haitech/contract/route"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { answered, completed, lessonId, publishCourses } from "#testing-learning.ts"

const UNKNOWN = "of_the_next_release"
/** Which languages exist is not extended by a release alone, money is shown only as it is understood, a slug is no list. */
const CLOSED = ["slug", "language", "currency", "provider", "login_provider"]
const CLOSED_TABLES = ["donations", "sandbox_intents"]
const READS: readonly Route[] = Object.values(api).filter(({ method }) => method === "GET")

let app: TestApp
let admin: Browser & { readonly id: string }
let member: Browser

/** Rows with values that a release after this one has added, in every column of a closed list. */
beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
  member = await register(app, "ada")
  const guest = openBrowser(app)
  const ada = { name: "Ada", email: "ada@example.org" }
  await member.send("POST", "/api/chat", { ...ada, message: "Bonjou" })
  await guest.send("POST", "/api/contact", { ...ada, subject: "coding", message: "Hello" })
  await guest.send("POST", "/api/membership", { ...ada, program: "coding" })
  await app.database.sql`insert into appointments (id, student_name, student_email, session_type, subject,
    preferred_date, ends_at, preferred_time) values (gen_random_uuid(), 'Ada', 'ada@example.org', 'tutoring', 'coding',
    timestamptz '2026-01-10 14:00Z', timestamptz '2026-01-10 15:00Z', '09:00')`
  const hour = { date: "2026-01-10", startTime: "10:00", endTime: "11:00", sessionTypes: ["tutoring"] }
  await admin.send("POST", "/api/admin/slots", hour)
  await app.database.sql`insert into learning_preferences (user_id) select id from users`
  await app.database
    .sql`insert into audit_log (id, actor_id, action) values (gen_random_uuid(), ${admin.id}, 'chat.read')`
  await app.database
    .sql`insert into outbox (id, kind, key, failed_at) values (gen_random_uuid(), ${UNKNOWN}, 'k', now())`
  await publishCourses(app, [{ slug: "go", category: "coding", lessons: 1 }])
  const lesson = lessonId("go", 1)
  const events = [completed(lesson, "09:00"), answered(lesson, "09:05", { isCorrect: false })]
  await member.send("POST", "/api/learning/events", { events })
  await plantUnknownValues()
})
afterAll(() => app.close())

test.each(READS.map((route) => [route.path, route] as const))("GET %s answers", async (_path, route) => {
  const caller = route.access === "admin" ? admin : member
  for (const id of await idsFor(route)) {
    const { statusCode, body } = await caller.send("GET", route.path.replace(/:\w+/, id))
    expect([statusCode < 500, body]).toEqual([true, body])
  }
})

test("an unknown value is sent as it is", async () => {
  const entries = (await admin.send("GET", "/api/admin/audit")).json<{ action: string }[]>()
  expect(entries.map(({ action }) => action)).toContain(UNKNOWN)
})

test("a request with a value outside of the list is refused", async () => {
  expect((await admin.send("GET", `/api/admin/audit?action=${UNKNOWN}`)).statusCode).toBe(400)
})

async function plantUnknownValues(): Promise<void> {
  const columns = await app.database.sql<{ table: string; column: string; name: string; isArray: boolean }[]>`
    select c.conrelid::regclass::text as "table", a.attname as "column", c.conname as name, t.typcategory = 'A' as "isArray"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_type t on t.oid = a.atttypid
    where c.contype = 'c' and c.conname like '%\_known' and t.typcategory in ('S', 'A')`
  expect(columns.length).toBeGreaterThan(10)
  await app.database.sql`alter table learning_events drop constraint learning_events_answer`
  await app.database.sql`alter table memberships drop constraint memberships_newsletters_ended`
  for (const { table, column, name, isArray } of columns) {
    if (CLOSED.includes(column) || CLOSED_TABLES.includes(table)) continue
    const { sql } = app.database
    await sql`alter table ${sql(table)} drop constraint ${sql(name)}`
    if (isArray) await sql`update ${sql(table)} set ${sql(column)} = ${[UNKNOWN]}`
    else await sql`update ${sql(table)} set ${sql(column)} = ${UNKNOWN}`
  }
}

/** A path with an id is read with the id of each row that it may name. */
async function idsFor({ path }: Route): Promise<readonly string[]> {
  if (!path.includes(":")) return [""]
  const rows = await app.database.sql<{ id: string }[]>`select id from contacts union all select id from appointments
    union all select id from chat_threads union all select id from users union all select id from available_time_slots
    union all select id from courses union all select id from lessons`
  return rows.map(({ id }) => id)
}
