import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, register, signInAs, type TestApp } from "#testing.ts"
import { changeThread, resetDb, respond, signInAsNewAdmin } from "#testing-chat.ts"

const LIST = "/api/admin/chat/threads"
const UNKNOWN = "0198c0de-0000-7000-8000-00000000000f"
const idOf = (digit: number) => `0198c0de-0000-7000-8000-00000000000${digit}`

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  const { sql } = app.database
  await sql`
    insert into chat_threads (id, name, email, language, state, assigned_to, blocked_at, report_reason, reported_at,
      last_sequence, seen_sequence, last_message_at, created_at)
    values
      (${idOf(1)}, 'Rosemène', 'r@example.org', 'ht', 'open', ${admin.id}, null, null, null, 3, 1, '2026-01-01T03:00Z', '2026-01-01T01:00Z'),
      (${idOf(2)}, 'Alan', null, 'en', 'done', null, null, 'Rude', '2026-01-01T02:30Z', 1, 0, '2026-01-01T02:00Z', '2026-01-01T02:00Z'),
      (${idOf(3)}, 'Eve', null, 'en', 'open', null, '2026-01-01T05:00Z', null, null, 1, 0, '2026-01-01T04:00Z', '2026-01-01T04:00Z')`
  await sql`
    insert into chat_messages (id, thread_id, sequence, sender_type, name, email, message, is_read, read_at, created_at)
    values
      (gen_random_uuid(), ${idOf(1)}, 1, 'guest', 'Rosemène', 'old@example.org', 'Bonjou, kreyòl?', false, null, '2026-01-01T01:00Z'),
      (gen_random_uuid(), ${idOf(1)}, 2, 'admin', 'root', null, 'Wi!', true, '2026-01-01T02:00Z', '2026-01-01T02:00Z'),
      (gen_random_uuid(), ${idOf(1)}, 3, 'guest', 'Rosemène', 'r@example.org', 'Mèsi anpil', false, null, '2026-01-01T03:00Z'),
      (gen_random_uuid(), ${idOf(2)}, 1, 'guest', 'Alan', null, '100% gratis?', true, '2026-01-01T02:00Z', '2026-01-01T02:00Z'),
      (gen_random_uuid(), ${idOf(3)}, 1, 'guest', 'Eve', null, 'Buy now', false, null, '2026-01-01T04:00Z')`
})
afterAll(() => app.close())

async function list(query = "") {
  const response = await admin.send("GET", `${LIST}${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  const rows = response.json<{ id: string }[]>().map(({ id }) => Number(id.at(-1)))
  return { rows, total: response.headers["x-total-count"], link: String(response.headers["link"] ?? "") }
}
const read = async (digit: number) => (await admin.send("GET", `${LIST}/${idOf(digit)}`)).json()
const audit = async () =>
  (await admin.send("GET", "/api/admin/audit?sort=oldest")).json<
    { action: string; before: unknown; after: unknown }[]
  >()

const FIRST = {
  id: idOf(1),
  userId: null,
  name: "Rosemène",
  email: "r@example.org",
  language: "ht",
  state: "open",
  isBlocked: "false",
  reportReason: null,
  reportedAt: null,
  unread: 2,
  seenSequence: 1,
  lastSequence: 3,
  lastSenderType: "guest",
  lastMessage: "Mèsi anpil",
  lastMessageAt: "2026-01-01T03:00:00.000Z",
  createdAt: "2026-01-01T01:00:00.000Z",
}

test("the list is sorted by last message in both orders, with assignee and unread count", async () => {
  const [third, first, second] = (await admin.send("GET", LIST)).json()
  expect(first).toEqual({ ...FIRST, assignedTo: { id: admin.id, name: "root Pierre" } })
  expect(second).toMatchObject({ id: idOf(2), unread: 0, reportReason: "Rude", reportedAt: "2026-01-01T02:30:00.000Z" })
  expect(third).toMatchObject({ id: idOf(3), unread: 1, isBlocked: "true", assignedTo: null, lastMessage: "Buy now" })
  expect(await read(1)).toEqual(first)
  for (const [sort, order] of [
    ["newest", [3, 1, 2]],
    ["oldest", [2, 1, 3]],
  ] as const) {
    const paged: number[] = []
    for (let query: string | undefined = `?sort=${sort}&limit=1`; query; ) {
      const page = await list(query)
      expect(page.total).toBe("3")
      paged.push(...page.rows)
      query = /^<[^?]+(.+)>; rel="next"$/.exec(page.link)?.[1]
    }
    expect([sort, paged]).toEqual([sort, order])
  }
})

test.each<[string, number[]]>([
  ["state=open", [3, 1]],
  ["state=done", [2]],
  ["isUnread=true", [3, 1]],
  ["isUnread=false", [2]],
  ["isMine=true", [1]],
  ["isMine=false", [3, 2]],
  ["isReported=true", [2]],
  ["isReported=false", [3, 1]],
  ["isBlocked=true", [3]],
  ["isBlocked=false", [1, 2]],
  ["state=open&isUnread=true&isBlocked=false&isMine=true", [1]],
  ["state=done&isMine=true", []],
  ["q=kreyol", [1]],
  ["q=mesi%20rosemene", [1]],
  ["q=wi", [1]],
  ["q=OLD@example", [1]],
  ["q=kreyol%20anpil", []],
  ["q=100%25", [2]],
  ["q=_", []],
  ["q=buy&isBlocked=false", []],
  ["q=example.org&state=open&isUnread=true&sort=oldest&limit=1", [1]],
])("?%s filters the conversations and their total", async (query, expected) => {
  expect(await list(`?${query}`)).toMatchObject({ rows: expected, total: String(expected.length) })
})

test.each([
  "limit=0",
  "limit=501",
  "sort=name",
  "state=open&state=done",
  "state=new",
  "isUnread=yes",
  "isMine=",
  "isMine=root",
  "isReported=1",
  "isBlocked=null",
  "cursor=x",
  "q=%00",
  `q=${"x".repeat(101)}`,
  "assignedTo=x",
])("the query ?%s is refused", async (query) => {
  expect((await admin.send("GET", `${LIST}?${query}`)).statusCode).toBe(400)
})

test("isMine refers to the administrator who makes the request", async () => {
  const grace = await signInAsNewAdmin(app, "grace")
  const rows = (await grace.send("GET", `${LIST}?isMine=true`)).json()
  expect([rows, (await grace.send("GET", `${LIST}?isMine=false`)).headers["x-total-count"]]).toEqual([[], "3"])
})

test("an administrator reads a conversation's messages with all fields, in order, by sequence range", async () => {
  const messages = async (query = "") => (await admin.send("GET", `${LIST}/${idOf(1)}/messages${query}`)).json()
  const sequences = async (query: string) =>
    (await messages(query)).map(({ sequence }: { sequence: number }) => sequence)
  expect((await messages())[0]).toEqual({
    id: expect.any(String),
    threadId: idOf(1),
    sequence: 1,
    clientId: null,
    senderType: "guest",
    name: "Rosemène",
    email: "old@example.org",
    message: "Bonjou, kreyòl?",
    isRead: "false",
    readAt: null,
    createdAt: "2026-01-01T01:00:00.000Z",
  })
  expect([await sequences(""), await sequences("?after=1"), await sequences("?before=3")]).toEqual([
    [1, 2, 3],
    [2, 3],
    [1, 2],
  ])
  for (const query of ["after=x", "before=-1", "limit=1", "q=x"])
    expect([query, (await admin.send("GET", `${LIST}/${idOf(1)}/messages?${query}`)).statusCode]).toEqual([query, 400])
})

const readUpTo = (sequence: unknown, id = idOf(1)) => admin.send("POST", `${LIST}/${id}/reading`, { sequence })

test("marking as read covers the messages up to a sequence number, and later ones stay unread", async () => {
  const first = await readUpTo(2)
  expect([first.statusCode, first.json()]).toMatchObject([200, { id: idOf(1), unread: 1, lastSequence: 3 }])
  expect((await readUpTo(1)).json().unread).toBe(1)
  const rows = await app.database.sql`
    select read_at, read_by from chat_messages where thread_id = ${idOf(1)} order by sequence`
  const readNow = { read_at: app.deps.now(), read_by: admin.id }
  expect([...rows]).toEqual([readNow, { read_at: expect.any(Date), read_by: null }, { read_at: null, read_by: null }])
  expect((await readUpTo(999_999_999)).json()).toMatchObject({ unread: 0, seenSequence: 1 })
  expect(await audit()).toMatchObject([
    { action: "chat.read", subjectId: idOf(1), subject: "Rosemène" },
    { action: "chat.read", subjectId: idOf(1), subject: "Rosemène" },
  ])
})

test("an invalid sequence number or an unknown thread is refused and changes nothing", async () => {
  for (const wrong of [0, -1, 1.5, "1", null, undefined, 2 ** 31])
    expect([wrong, (await readUpTo(wrong)).statusCode]).toEqual([wrong, 400])
  for (const url of [`${LIST}/${UNKNOWN}`, `${LIST}/${UNKNOWN}/messages`])
    expect([url, (await admin.send("GET", url)).json().code]).toEqual([url, "thread.unknown"])
  expect((await readUpTo(1, UNKNOWN)).statusCode).toBe(404)
  expect((await changeThread(admin, UNKNOWN, { state: "done" })).statusCode).toBe(404)
  for (const url of [`${LIST}/x`, `${LIST}/${UNKNOWN}0`, `${LIST}/x/messages`])
    expect([url, (await admin.send("GET", url)).statusCode]).toEqual([url, 400])
  expect([await audit(), (await read(1)).unread]).toEqual([[], 2])
})

test("a PATCH changes only the fields sent, and the audit log records before and after", async () => {
  const grace = await signInAsNewAdmin(app, "grace")
  const done = await changeThread(admin, idOf(1), { state: "done" })
  expect(done.json()).toEqual({ ...FIRST, state: "done", assignedTo: { id: admin.id, name: "root Pierre" } })
  await changeThread(admin, idOf(1), { assignedTo: grace.id, isBlocked: "true" })
  await changeThread(admin, idOf(1), { assignedTo: null, isBlocked: false, state: "open" })
  await changeThread(admin, idOf(1), { state: "open", assignedTo: null, isBlocked: false, isReported: false })
  expect(await read(1)).toEqual({ ...FIRST, assignedTo: null })
  expect((await changeThread(admin, idOf(2), { isReported: "false" })).json()).toMatchObject({ reportReason: null })
  const facts = (await audit()).map(({ action, before, after }) => [action, before, after])
  expect(facts).toEqual([
    ["chat.moved", { state: "open" }, { state: "done" }],
    ["chat.assigned", { assignedTo: admin.id }, { assignedTo: grace.id }],
    ["chat.blocked", null, null],
    ["chat.moved", { state: "done" }, { state: "open" }],
    ["chat.assigned", { assignedTo: grace.id }, { assignedTo: null }],
    ["chat.unblocked", null, null],
    ["chat.settled", null, null],
  ])
})

test("only approved administrators can be assigned, and unknown fields are refused", async () => {
  const ada = await register(app, "ada")
  const unapproved = await signInAsNewAdmin(app, "grace")
  await app.database.sql`update users set approved = false where username = 'grace'`
  for (const assignedTo of [ada.id, unapproved.id, UNKNOWN]) {
    const refused = await changeThread(admin, idOf(1), { assignedTo, state: "done" })
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ["assignedTo"]])
  }
  for (const wrong of [{ assignedTo: "x" }, { state: "new" }, { isBlocked: 1 }, { isReported: true }, { name: "x" }])
    expect([wrong, (await changeThread(admin, idOf(1), wrong)).statusCode]).toEqual([wrong, 400])
  expect([(await read(1)).state, await audit()]).toEqual(["open", []])
})

test("the first administrator who answers is assigned, and later ones do not replace the assignee", async () => {
  const grace = await signInAsNewAdmin(app, "grace")
  await respond(grace, idOf(2), "One")
  await respond(admin, idOf(2), "Two")
  const thread = await read(2)
  expect(thread).toMatchObject({ assignedTo: { id: grace.id }, lastMessage: "Two", lastSenderType: "admin", unread: 0 })
  expect(await read(1)).toMatchObject({ assignedTo: { id: admin.id } })
})

test("the staff list has all approved administrators by name, and is for administrators only", async () => {
  const ada = await register(app, "ada")
  const abel = await signInAsNewAdmin(app, "abel")
  expect((await admin.send("GET", "/api/admin/chat/staff")).json()).toEqual([
    { id: abel.id, name: "abel Pierre", isHere: false },
    { id: admin.id, name: "root Pierre", isHere: false },
  ])
  expect((await (await signInAs(app, ada.id, "member")).send("GET", "/api/admin/chat/staff")).statusCode).toBe(403)
})
