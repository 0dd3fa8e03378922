import { WAITING_KINDS } from "@haitech/contract/admin/accounts"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Browser, createTestApp, register, signInAs, signInAsAdmin, type TestApp } from "#testing.ts"

let app: TestApp
let admin: Browser & { readonly id: string }
const userIds = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp()
  const { id } = await signInAsAdmin(app, "root")
  for (const [index, name] of ["ada", "grace", "alan"].entries()) {
    app.setNow(new Date(Date.UTC(2026, 1, 1 + index)))
    userIds.set(name, (await register(app, name)).id)
  }
  await app.database.sql`
    update users set first_name = 'Rosemène', last_name = 'Noël', created_at = '2026-02-01T00:00:00Z' where username = 'ada'`
  await app.database.sql`
    update users set role = 'mentor', created_at = '2026-02-02T00:00:00Z' where username = 'grace'`
  await app.database.sql`
    update users set approved = false, created_at = '2026-02-03T00:00:00Z' where username = 'alan'`
  await app.database.sql`update users set created_at = '2026-01-01T00:00:00Z' where username = 'root'`
  admin = { ...(await signInAs(app, id, "admin")), id }
})
afterAll(() => app.close())

const namesOf = (rows: readonly { username: string }[]) => rows.map(({ username }) => username)

async function list(query = "") {
  const response = await admin.send("GET", `/api/admin/users${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return { rows: namesOf(response.json()), total: response.headers["x-total-count"], link: response.headers["link"] }
}

test("the list shows users newest first, with the total and without passwords", async () => {
  const response = await admin.send("GET", "/api/admin/users")
  expect(namesOf(response.json())).toEqual(["alan", "grace", "ada", "root"])
  expect(response.headers["x-total-count"]).toBe("4")
  expect(response.json()[2]).toEqual({
    id: userIds.get("ada"),
    email: "ada@example.org",
    username: "ada",
    firstName: "Rosemène",
    lastName: "Noël",
    profileImageUrl: null,
    role: "student",
    isRoleWaiting: false,
    isAdmin: false,
    approved: "true",
    createdAt: "2026-02-01T00:00:00.000Z",
    lastLoginAt: expect.any(String),
  })
})

test("the pages of every order list each user once, with next links only", async () => {
  for (const sort of ["newest", "oldest", "name", "seen"]) {
    const all = (await list(`?sort=${sort}`)).rows
    const listed: string[] = []
    for (let url: string | undefined = `/api/admin/users?sort=${sort}&limit=1`; url; ) {
      const response = await admin.send("GET", url)
      listed.push(...namesOf(response.json()))
      url = /^<(.+)>; rel="next"$/.exec(String(response.headers["link"] ?? ""))?.[1]
    }
    expect([sort, listed]).toEqual([sort, all])
    expect(new Set(all).size).toBe(4)
  }
  expect((await list("?sort=oldest")).rows).toEqual(["root", "ada", "grace", "alan"])
})

test.each([
  ["noel", ["ada"]],
  ["NOËL", ["ada"]],
  ["rosemene noel", ["ada"]],
  ["noel rosemene", ["ada"]],
  ["osemen", ["ada"]],
  ["no", ["ada"]],
  ["ada@example", ["ada"]],
  ["example.org", ["alan", "grace", "ada", "root"]],
  ["100%", []],
  ["a_a", []],
  ["'; drop table users; --", []],
  ["zz", []],
])("the search for %s finds %j", async (q, expected) => {
  expect(await list(`?q=${encodeURIComponent(q)}`)).toMatchObject({ rows: expected, total: String(expected.length) })
})

test("filters apply to the list and to the total", async () => {
  expect(await list("?role=mentor")).toMatchObject({ rows: ["grace"], total: "1" })
  expect(await list("?approved=false")).toMatchObject({ rows: ["alan"], total: "1" })
  expect(await list("?approved=true&q=grace")).toMatchObject({ rows: ["grace"], total: "1" })
  expect(await list("?role=mentor&approved=false")).toMatchObject({ rows: [], total: "0" })
})

test.each([
  "limit=0",
  "limit=501",
  "limit=x",
  "limit=1&limit=2",
  "sort=passwordHash",
  "sort=name;drop",
  "role=root",
  "approved=maybe",
  "cursor=x",
  "cursor=!",
  `cursor=${Buffer.from('["now()","0198c0de-0000-7000-8000-000000000000"]').toString("base64url")}`,
  `cursor=${Buffer.from('["2026-01-01 00:00:00+00","x"]').toString("base64url")}`,
  `q=${"x".repeat(101)}`,
  "q=%00",
  "fields=passwordHash",
  "filter[role]=admin",
  "isAdmin=true",
])("the query ?%s is refused", async (query) => {
  expect((await admin.send("GET", `/api/admin/users?${query}`)).statusCode).toBe(400)
})

test("the CSV export holds every matching user, escapes formulas and is recorded in the audit log", async () => {
  await app.database.sql`update users set username = '=1+1' where username = 'alan'`
  const response = await admin.send("GET", "/api/admin/users/export?approved=false")
  expect(response.headers["content-disposition"]).toBe('attachment; filename="users.csv"')
  const [head, alan, ...rest] = response.body.replace("\ufeff", "").trimEnd().split("\r\n")
  expect(head).toBe("Name,Username,Email,Role,Approved,Joined,Last sign-in")
  expect(alan).toMatch(/^alan Pierre,'=1\+1,alan@example\.org,student,false,2026-02-03T00:00:00\.000Z,/)
  expect(rest).toEqual([])
  await app.database.sql`update users set username = 'alan' where username = '=1+1'`
  expect((await admin.send("GET", "/api/admin/users/export?limit=1")).statusCode).toBe(400)
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=list.exported")).json()
  expect(entry).toMatchObject({ actor: { id: admin.id }, after: { list: "users", approved: false } })
})

test("a change of role is recorded in the audit log with before and after, and ends the user's sessions", async () => {
  const id = userIds.get("ada") ?? ""
  const member = await signInAs(app, id, "member")
  const change = { userId: id, role: "volunteer", approved: "true" }
  const response = await admin.send("POST", "/api/admin/users/role", change)
  expect([response.statusCode, response.json()]).toMatchObject([200, { role: "volunteer", approved: "true" }])
  expect((await member.send("GET", "/api/auth/user")).statusCode).toBe(401)
  const [entry] = (await admin.send("GET", `/api/admin/audit?about=${id}`)).json()
  expect(entry).toEqual({
    id: expect.any(String),
    actor: { id: admin.id, name: "root Pierre" },
    action: "user.role_changed",
    subjectId: id,
    subject: "Rosemène Noël",
    before: { role: "student" },
    after: { role: "volunteer" },
    createdAt: expect.any(String),
  })
  expect((await admin.send("POST", "/api/admin/users/role", { ...change, isAdmin: true })).statusCode).toBe(400)
})

test("a change from an outdated or invalid access level is refused, and a repeated change succeeds", async () => {
  const userId = userIds.get("alan") ?? ""
  const changeRole = (body: object) => admin.send("POST", "/api/admin/users/role", { userId, ...body })
  const was = { role: "student", approved: "true" }
  const outdated = await changeRole({ role: "mentor", approved: "true", was })
  expect([outdated.statusCode, outdated.json().code]).toEqual([409, "record.changed"])
  for (const invalid of [{ ...was, isAdmin: true }, { role: "student" }, { ...was, role: "root" }, "student", null]) {
    expect((await changeRole({ role: "mentor", approved: "true", was: invalid })).statusCode).toBe(400)
  }
  expect(await list("?approved=false")).toMatchObject({ rows: ["alan"] })
  const change = { role: "mentor", approved: "false", was: { ...was, approved: "false" } }
  for (const response of [await changeRole(change), await changeRole(change)]) {
    expect([response.statusCode, response.json()]).toMatchObject([200, { role: "mentor", approved: "false" }])
  }
  expect((await changeRole({ role: "student", approved: "false" })).json()).toMatchObject({ role: "student" })
})

test("a user's record lists their sessions, which an administrator can end", async () => {
  const id = userIds.get("grace") ?? ""
  const member = await signInAs(app, id, "member")
  const record = (await admin.send("GET", `/api/admin/users/${id}`)).json()
  expect(record).toMatchObject({ username: "grace", role: "mentor" })
  expect(record.sessions[0]).toEqual({ device: "", beganAt: expect.any(String), usedAt: expect.any(String) })
  expect((await admin.send("DELETE", `/api/admin/users/${id}/sessions`)).statusCode).toBe(204)
  expect((await member.send("GET", "/api/auth/user")).statusCode).toBe(401)
  expect((await admin.send("GET", `/api/admin/users/${id}`)).json().sessions).toEqual([])
  const unknown = "0198c0de-0000-7000-8000-000000000000"
  expect((await admin.send("GET", `/api/admin/users/${unknown}`)).statusCode).toBe(404)
  expect((await admin.send("DELETE", `/api/admin/users/${unknown}/sessions`)).statusCode).toBe(404)
  expect((await admin.send("GET", "/api/admin/users/x")).statusCode).toBe(400)
})

test("the audit log filters by actor, subject and action and refuses unknown parameters", async () => {
  const count = async (query: string) => (await admin.send("GET", `/api/admin/audit?${query}`)).json().length
  expect(await count(`of=${admin.id}`)).toBeGreaterThan(2)
  expect(await count(`of=${userIds.get("ada")}`)).toBe(0)
  expect(await count("action=user.signed_out")).toBe(1)
  for (const query of ["of=x", "about=1", "action=user.exploded", "by=me"])
    expect((await admin.send("GET", `/api/admin/audit?${query}`)).statusCode).toBe(400)
})

test("the overview stays correct after inserts, updates and deletes", async () => {
  const { sql } = app.database
  const read = async () => (await admin.send("GET", "/api/admin/overview")).json()
  const nothing = Object.fromEntries(WAITING_KINDS.map((kind) => [kind, 0]))
  const empty = {
    users: 4,
    contacts: 0,
    memberships: 0,
    donationsTotal: 0,
    chatMessages: 0,
    chatUnread: 0,
    waiting: { ...nothing, role: 1 },
  }
  expect(await read()).toEqual(empty)
  await sql`insert into contacts (id, name, email, message)
    select gen_random_uuid(), 'Ada', 'ada@example.org', 'Hello' from generate_series(1, 3)`
  await sql`insert into memberships (id, name, email) values (gen_random_uuid(), 'Ada', 'ada@example.org')`
  await sql`insert into donations (id, amount, status)
    values (gen_random_uuid(), 2500, 'succeeded'), (gen_random_uuid(), 10000, 'pending')`
  await sql`insert into chat_threads (id, name, last_sequence) select gen_random_uuid(), 'Ada', 1 from generate_series(1, 2)`
  await sql`insert into chat_messages (id, thread_id, sequence, name, message)
    select gen_random_uuid(), id, 1, 'Ada', 'Hello' from chat_threads`
  expect(await read()).toEqual({
    users: 4,
    contacts: 3,
    memberships: 1,
    donationsTotal: 2500,
    chatMessages: 2,
    chatUnread: 2,
    waiting: { ...nothing, contact: 3, chat: 2, role: 1 },
  })
  await sql`update donations set status = 'succeeded'`
  await sql`update chat_messages set is_read = true, read_at = now() where id = (select min(id::text)::uuid from chat_messages)`
  expect(await read()).toMatchObject({ donationsTotal: 12_500, chatUnread: 1 })
  for (const table of ["contacts", "memberships", "donations", "chat_threads"]) await sql`delete from ${sql(table)}`
  expect(await read()).toEqual(empty)
})
