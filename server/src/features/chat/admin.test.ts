import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAs, type TestApp } from "#testing.ts"
import { resetDb, signInAsNewAdmin } from "#testing-chat.ts"

const LIST = "/api/admin/chat"
const THREAD = "0198c0de-0000-7000-8000-00000000000a"
const OTHER = "0198c0de-0000-7000-8000-00000000000d"
const UNKNOWN = "0198c0de-0000-7000-8000-00000000000b"
const idOf = (digit: number) => `0198c0de-0000-7000-8000-00000000000${digit}`

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  await app.database.sql`
    insert into chat_threads (id, name, last_sequence) values (${THREAD}, 'Rosemène', 2), (${OTHER}, 'Alan', 1)`
  await app.database.sql`
    insert into chat_messages (id, thread_id, sequence, sender_type, name, email, message, is_read, read_at, created_at)
    values
      (${idOf(1)}, ${THREAD}, 1, 'guest', 'Rosemène', 'r@example.org', 'Bonjou, kreyòl?', false, null, '2026-02-01'),
      (${idOf(2)}, ${THREAD}, 2, 'admin', 'root', null, 'Wi!', true, '2026-02-05', '2026-02-02'),
      (${idOf(3)}, ${OTHER}, 1, 'member', 'Alan', null, '100% gratis?', false, null, '2026-02-02')`
})
afterAll(() => app.close())

const read = (id: string) => admin.send("PATCH", `${LIST}/${id}/read`)
const audit = async () => (await admin.send("GET", "/api/admin/audit?action=chat.read")).json()

async function list(query = "") {
  const response = await admin.send("GET", `${LIST}${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  const rows = response.json<{ id: string }[]>().map(({ id }) => Number(id.at(-1)))
  return { rows, total: response.headers["x-total-count"], link: String(response.headers["link"] ?? "") }
}

test("the list pages through the messages of all threads in both orders", async () => {
  const response = await admin.send("GET", LIST)
  expect(response.json()[2]).toEqual({
    id: idOf(1),
    threadId: THREAD,
    sequence: 1,
    clientId: null,
    senderType: "guest",
    name: "Rosemène",
    email: "r@example.org",
    message: "Bonjou, kreyòl?",
    isRead: "false",
    readAt: null,
    createdAt: "2026-02-01T00:00:00.000Z",
  })
  expect(response.json()[1]).toMatchObject({ senderType: "admin", isRead: "true", readAt: "2026-02-05T00:00:00.000Z" })
  for (const [sort, order] of [
    ["newest", [3, 2, 1]],
    ["oldest", [1, 2, 3]],
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

test("messages are searched by name, email and text, and filtered by read state", async () => {
  for (const [q, matches] of [
    ["rosemene", [1]],
    ["R@EXAMPLE", [1]],
    ["kreyol", [1]],
    ["wi", [2]],
    ["100%25", [3]],
    ["_", []],
  ] as const)
    expect([q, await list(`?q=${q}`)]).toMatchObject([q, { rows: matches, total: String(matches.length) }])
  expect(await list("?isRead=false")).toMatchObject({ rows: [3, 1], total: "2" })
  expect(await list("?isRead=true")).toMatchObject({ rows: [2], total: "1" })
  expect(await list("?isRead=false&q=kreyol&sort=oldest")).toMatchObject({ rows: [1], total: "1" })
})

test.each([
  "limit=0",
  "sort=name",
  "isRead=yes",
  "isRead=",
  "cursor=x",
  "q=%00",
  "threadId=x",
  "isRead=true&isRead=true",
])("the query ?%s is refused", async (query) => {
  expect((await admin.send("GET", `${LIST}?${query}`)).statusCode).toBe(400)
})

test("a message is marked as read once, and the audit log records by whom", async () => {
  const response = await read(idOf(1))
  const expected = { id: idOf(1), isRead: "true", readAt: "2026-01-02T03:04:05.000Z", message: "Bonjou, kreyòl?" }
  expect([response.statusCode, response.json()]).toMatchObject([200, expected])
  app.setNow(new Date("2026-01-02T03:05:00Z"))
  const repeated = await read(idOf(1))
  expect([repeated.statusCode, repeated.json().code]).toEqual([409, "message.read"])
  const rows = await app.database.sql`select read_at, read_by from chat_messages where id = ${idOf(1)}`
  expect(rows).toMatchObject([{ read_at: new Date("2026-01-02T03:04:05Z"), read_by: admin.id }])
  expect(await audit()).toMatchObject([{ actor: { id: admin.id }, subjectId: THREAD, before: null, after: null }])
  expect((await list("?isRead=false")).rows).toEqual([3])
})

test("of twenty concurrent requests in two processes, one marks the message as read", async () => {
  const twin = await createTestApp({ database: app.database })
  const headers = { cookie: "", origin: "http://localhost:3000" }
  const grace = await signInAsNewAdmin(twin, "grace")
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? admin : grace).send("PATCH", `${LIST}/${idOf(1)}/read`)),
  )
  expect((await twin.send({ method: "PATCH", url: `${LIST}/${idOf(1)}/read`, headers })).statusCode).toBe(401)
  await twin.close()
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(await audit()).toHaveLength(1)
})

test("marking an unknown message fails and leaves no audit entry", async () => {
  const response = await read(UNKNOWN)
  expect([response.statusCode, response.json().code]).toEqual([404, "message.unknown"])
  for (const id of ["x", "1", `${UNKNOWN}0`]) expect([id, (await read(id)).statusCode]).toEqual([id, 400])
  expect(await audit()).toEqual([])
})

const respond = (body: object, by: Browser = admin) => by.send("POST", `${LIST}/respond`, body)
const CLIENT = "0198c0de-0000-4000-8000-00000000000c"

test("an answer is appended to its thread under the administrator's name and recorded in the audit log", async () => {
  const response = await respond({ threadId: THREAD, message: " Nou la!\n" })
  expect([response.statusCode, response.json()]).toEqual([
    201,
    {
      id: expect.any(String),
      threadId: THREAD,
      sequence: 3,
      clientId: expect.any(String),
      senderType: "admin",
      name: "root",
      email: null,
      message: "Nou la!",
      isRead: "true",
      readAt: expect.any(String),
      createdAt: expect.any(String),
    },
  ])
  const rows = await app.database.sql`
    select sequence, sender_id from chat_messages where thread_id = ${THREAD} order by sequence desc limit 1`
  expect(rows).toEqual([{ sequence: 3, sender_id: admin.id }])
  const [entry] = (await admin.send("GET", "/api/admin/audit?action=chat.responded")).json()
  expect(entry).toMatchObject({ actor: { id: admin.id }, subjectId: THREAD })
  expect((await admin.send("GET", "/api/admin/overview")).json()).toMatchObject({ chatMessages: 4, chatUnread: 2 })
})

test("concurrent answers with one id are stored once, and different answers get consecutive numbers", async () => {
  const body = { threadId: THREAD, message: "Nou la!", id: CLIENT }
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, admin.id, "admin")
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => respond(body, index % 2 ? admin : twinAdmin)),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
  expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
  expect((await respond({ ...body, message: "Another" })).statusCode).toBe(400)
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      respond({ threadId: THREAD, message: `${index}` }, index % 2 ? admin : twinAdmin),
    ),
  )
  await twin.close()
  expect(others.every(({ statusCode }) => statusCode === 201)).toBe(true)
  const rows = await app.database.sql<{ sequence: number }[]>`
    select sequence from chat_messages where thread_id = ${THREAD} order by sequence`
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
})

test.each<[object, number]>([
  [{ message: "" }, 400],
  [{ message: " \n" }, 400],
  [{ message: 1 }, 400],
  [{ message: undefined }, 400],
  [{ threadId: "x" }, 400],
  [{ threadId: undefined }, 400],
  [{ id: "x" }, 400],
  [{ senderType: "guest" }, 400],
  [{ threadId: UNKNOWN }, 404],
])("an answer with %j gets status %d", async (fields, status) => {
  expect((await respond({ threadId: THREAD, message: "Wi", ...fields })).statusCode).toBe(status)
})

test("an answer is limited to 2000 characters", async () => {
  for (const [length, status] of [
    [2000, 201],
    [2001, 400],
  ] as const)
    expect([length, (await respond({ threadId: THREAD, message: "x".repeat(length) })).statusCode]).toEqual([
      length,
      status,
    ])
})
