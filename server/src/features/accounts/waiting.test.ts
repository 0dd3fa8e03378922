import { WAITING_KINDS } from "@haitech/contract/admin/accounts"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, signInAsAdmin, type TestApp } from "#testing.ts"
import { changeThread, resetDb, respond, threadIdOf, write } from "#testing-chat.ts"
import { insertApplication } from "#testing-pipeline.ts"

let app: TestApp
let admin: Browser

beforeAll(async () => {
  app = await createTestApp()
  admin = await signInAsAdmin(app, "root")
})
afterAll(() => app.close())

beforeEach(async () => {
  for (const table of ["contacts", "appointments", "volunteer_applications", "outbox"])
    await app.database.sql`delete from ${app.database.sql(table)}`
  await app.database.sql`delete from chat_threads`
  await app.database.sql`delete from users where not is_admin`
  await app.database.sql`update safeguarding_cases set state = 'closed', closed_at = now()`
})

async function list(query = "") {
  const response = await admin.send("GET", `/api/admin/waiting${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  const rows: { id: string; kind: string; name: string; text: string; unread: number; since: string }[] =
    response.json()
  return { rows, names: rows.map(({ kind, name }) => `${kind} ${name}`), total: response.headers["x-total-count"] }
}

const NOTHING = Object.fromEntries(WAITING_KINDS.map((kind) => [kind, 0]))
const counts = async () => (await admin.send("GET", "/api/admin/overview")).json().waiting

/** One item of each kind, of which the failed email waits longest. */
async function insertAll() {
  const { sql } = app.database
  await sql`insert into outbox (id, kind, key, payload, last_error, failed_at)
    values (gen_random_uuid(), 'welcome', 'k', ${JSON.stringify({ to: "lost@example.org" })}::jsonb, 'EENVELOPE 550', '2025-01-01T00:00:00Z')`
  await sql`insert into contacts (id, name, email, message, subject, created_at)
    values (gen_random_uuid(), 'Anne', 'anne@example.org', 'Nine laptops', 'donation', '2025-01-02T00:00:00Z')`
  await sql`insert into appointments (id, student_name, student_email, session_type, subject, preferred_date,
    ends_at, preferred_time, priority, created_at, updated_at) values (gen_random_uuid(), 'Nadège', 'n@example.org', 'tutoring',
    'coding', '2026-02-01T15:00:00Z', '2026-02-01T16:00:00Z', '10:00', 'high', '2025-01-03T00:00:00Z', now())`
  await sql`insert into users (id, email, first_name, role, created_at)
    values (gen_random_uuid(), 'guerda@example.org', 'Guerda', 'mentor', '2025-01-03T12:00:00Z')`
  await insertApplication(app, { statusChangedAt: new Date("2025-01-03T18:00:00Z") })
  const [reported, asking] = [openBrowser(app), openBrowser(app)]
  await write(reported, "Hello", { name: "Kenley" })
  await write(asking, "Kijan?", { name: "Widline" })
  await reported.send("POST", "/api/chat/report", { reason: "Rude" })
  await sql`update chat_threads set reported_at = '2025-01-04T00:00:00Z' where reported_at is not null`
  await sql`update safeguarding_cases set created_at = '2025-01-05T00:00:00Z'`
  return asking
}

test("all that waits is one list, the longest waiting first, with the total and the counts of each kind", async () => {
  await insertAll()
  const { rows, names, total } = await list()
  expect(names).toEqual([
    "email lost@example.org",
    "contact Anne",
    "session Nadège",
    "role Guerda",
    "application Rose Jean",
    "report Kenley",
    "case null",
    "chat Widline",
  ])
  expect(total).toBe("8")
  expect(rows[2]).toEqual({
    id: expect.any(String),
    kind: "session",
    name: "Nadège",
    about: "coding",
    text: null,
    language: null,
    startsAt: "2026-02-01T15:00:00.000Z",
    isUrgent: true,
    unread: 1,
    since: "2025-01-03T00:00:00.000Z",
    declinedBy: null,
  })
  const one = { contact: 1, session: 1, chat: 1, report: 1, case: 1, role: 1, application: 1, email: 1 }
  expect(await counts()).toEqual({ ...NOTHING, ...one })
})

test("a request that staff moved shows the time that it has now", async () => {
  await insertAll()
  const movedTo = "2026-02-03T15:00:00.000Z"
  const [request] = (await list("?kind=session")).rows
  const url = `/api/admin/appointments/${request?.id}`
  expect((await admin.send("PATCH", url, { scheduledAt: movedTo })).statusCode).toBe(200)
  expect((await list("?kind=session")).rows).toMatchObject([{ startsAt: movedTo }])
})

test("a kind and a search without accents narrow the list, and its pages list each item once", async () => {
  await insertAll()
  expect((await list("?kind=contact")).names).toEqual(["contact Anne"])
  expect((await list("?q=NADEGE")).names).toEqual(["session Nadège"])
  expect((await list("?q=ANNE@example.org%20nine")).names).toEqual(["contact Anne"])
  expect((await list("?q=kijan%20widline")).names).toEqual(["chat Widline"])
  expect((await list("?q=rude")).names).toEqual(["report Kenley"])
  expect((await admin.send("GET", "/api/admin/waiting?kind=donation")).statusCode).toBe(400)
  expect((await admin.send("GET", "/api/admin/waiting?cursor=x")).statusCode).toBe(400)
  const listed = (await listPages(2)).map(({ kind }) => kind)
  expect(listed).toEqual(["email", "contact", "session", "role", "application", "report", "case", "chat"])
})

test("pages list many items of several kinds once each, also those of the same moment", async () => {
  const { sql } = app.database
  await sql`insert into outbox (id, kind, key, payload, last_error, failed_at)
    select gen_random_uuid(), 'welcome', 'k' || n, '{"to": "a@example.org"}', 'E', timestamptz '2025-01-01' + n % 3 * interval '1 day'
    from generate_series(1, 8) n`
  await sql`insert into contacts (id, name, email, message, created_at)
    select gen_random_uuid(), 'Anne', 'anne@example.org', 'Hi', timestamptz '2025-01-01' + n % 4 * interval '1 day'
    from generate_series(1, 8) n`
  const listed = await listPages(3)
  expect([listed.length, new Set(listed.map(({ id }) => id)).size]).toEqual([16, 16])
  const order = listed.map(({ since, id }) => since + id)
  expect(order).toEqual(order.toSorted())
})

async function listPages(limit: number) {
  const rows: { id: string; kind: string; since: string }[] = []
  for (let url: string | undefined = `/api/admin/waiting?limit=${limit}`; url; ) {
    const response = await admin.send("GET", url)
    rows.push(...response.json())
    url = /^<(.+)>; rel="next"$/.exec(String(response.headers["link"] ?? ""))?.[1]
  }
  return rows
}

test("a conversation waits from its first unanswered message until it is answered, done or blocked", async () => {
  await resetDb(app)
  admin = await signInAsAdmin(app, "root2")
  const visitor = openBrowser(app)
  await write(visitor, "One", { name: "Widline" })
  app.setNow(new Date("2026-01-02T03:05:00Z"))
  await write(visitor, "Two", { name: "Widline" })
  expect((await list()).rows).toMatchObject([{ text: "Two", unread: 2, since: "2026-01-02T03:04:05.000Z" }])
  const id = await threadIdOf(visitor)
  await respond(admin, id, "Yes")
  expect((await list()).names).toEqual([])
  await write(visitor, "Three", { name: "Widline" })
  expect((await list()).rows).toMatchObject([{ text: "Three", unread: 3, since: "2026-01-02T03:05:00.000Z" }])
  await changeThread(admin, id, { state: "done" })
  expect((await list()).names).toEqual([])
  await changeThread(admin, id, { state: "open" })
  expect((await list()).rows).toMatchObject([{ text: "Three", since: "2026-01-02T03:05:00.000Z" }])
  await write(visitor, "Four", { name: "Widline" })
  await changeThread(admin, id, { isBlocked: true })
  expect(await counts()).toEqual(NOTHING)
})

test("a session request is read by its id", async () => {
  await insertAll()
  const [{ id } = { id: "" }] = (await admin.send("GET", "/api/admin/waiting?kind=session")).json()
  const response = await admin.send("GET", `/api/admin/appointments/${id}`)
  expect(response.json()).toMatchObject({ id, studentName: "Nadège", status: "pending", priority: "high" })
  expect((await admin.send("GET", `/api/admin/appointments/${crypto.randomUUID()}`)).json().code).toBe("record.unknown")
})
