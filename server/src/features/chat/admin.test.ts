import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, signInAs, type TestApp } from "#testing.ts"
import { empty, signInAsStaff } from "#testing-chat.ts"

const LIST = "/api/admin/chat"
const THREAD = "0198c0de-0000-7000-8000-00000000000a"
const OTHER = "0198c0de-0000-7000-8000-00000000000d"
const UNKNOWN = "0198c0de-0000-7000-8000-00000000000b"
const idOf = (at: number) => `0198c0de-0000-7000-8000-00000000000${at}`

let app: TestApp
let admin: Browser & { readonly id: string }
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await empty(app)
  admin = await signInAsStaff(app, "root")
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
  const answer = await admin.send("GET", `${LIST}${query}`)
  expect([query, answer.statusCode]).toEqual([query, 200])
  const rows = answer.json<{ id: string }[]>().map(({ id }) => Number(id.at(-1)))
  return { rows, total: answer.headers["x-total-count"], link: String(answer.headers["link"] ?? "") }
}

test("messages of every thread come newest first, page after page, in both orders", async () => {
  const answer = await admin.send("GET", LIST)
  expect(answer.json()[2]).toEqual({
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
  expect(answer.json()[1]).toMatchObject({ senderType: "admin", isRead: "true", readAt: "2026-02-05T00:00:00.000Z" })
  for (const [sort, order] of [
    ["newest", [3, 2, 1]],
    ["oldest", [1, 2, 3]],
  ] as const) {
    const seen: number[] = []
    for (let query: string | undefined = `?sort=${sort}&limit=1`; query; ) {
      const page = await list(query)
      expect(page.total).toBe("3")
      seen.push(...page.rows)
      query = /^<[^?]+(.+)>; rel="next"$/.exec(page.link)?.[1]
    }
    expect([sort, seen]).toEqual([sort, order])
  }
})

test("messages are found by name, e-mail and message, and narrowed to what is read or unread", async () => {
  for (const [q, found] of [
    ["rosemene", [1]],
    ["R@EXAMPLE", [1]],
    ["kreyol", [1]],
    ["wi", [2]],
    ["100%25", [3]],
    ["_", []],
  ] as const)
    expect([q, await list(`?q=${q}`)]).toMatchObject([q, { rows: found, total: String(found.length) }])
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
])("messages asked for with ?%s are refused", async (query) => {
  expect((await admin.send("GET", `${LIST}?${query}`)).statusCode).toBe(400)
})

test("a message goes from unread to read once, and it is written down who read it", async () => {
  const answer = await read(idOf(1))
  const record = { id: idOf(1), isRead: "true", readAt: "2026-01-02T03:04:05.000Z", message: "Bonjou, kreyòl?" }
  expect([answer.statusCode, answer.json()]).toMatchObject([200, record])
  app.setNow(new Date("2026-01-02T03:05:00Z"))
  const again = await read(idOf(1))
  expect([again.statusCode, again.json().code]).toEqual([409, "message.read"])
  const rows = await app.database.sql`select read_at, read_by from chat_messages where id = ${idOf(1)}`
  expect(rows).toMatchObject([{ read_at: new Date("2026-01-02T03:04:05Z"), read_by: admin.id }])
  expect(await audit()).toMatchObject([{ actor: { id: admin.id }, subjectId: THREAD, before: null, after: null }])
  expect((await list("?isRead=false")).rows).toEqual([3])
})

test("of twenty who read a message at once, in two processes, one did", async () => {
  const twin = await createTestApp({ database: app.database })
  const headers = { cookie: "", origin: "http://localhost:3000" }
  const grace = await signInAsStaff(twin, "grace")
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? admin : grace).send("PATCH", `${LIST}/${idOf(1)}/read`)),
  )
  expect((await twin.send({ method: "PATCH", url: `${LIST}/${idOf(1)}/read`, headers })).statusCode).toBe(401)
  await twin.close()
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(await audit()).toHaveLength(1)
})

test("a message that is not there cannot be read, and leaves no trace", async () => {
  const answer = await read(UNKNOWN)
  expect([answer.statusCode, answer.json().code]).toEqual([404, "message.unknown"])
  for (const id of ["x", "1", `${UNKNOWN}0`]) expect([id, (await read(id)).statusCode]).toEqual([id, 400])
  expect(await audit()).toEqual([])
})

const respond = (body: object, by: Browser = admin) => by.send("POST", `${LIST}/respond`, body)
const CLIENT = "0198c0de-0000-4000-8000-00000000000c"

test("a response stands at the end of its thread, in the administrator's name, and is written down", async () => {
  const answer = await respond({ threadId: THREAD, message: " Nou la!\n" })
  expect([answer.statusCode, answer.json()]).toEqual([
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

test("the same response sent twenty times at once is one; two different ones are numbered one after the other", async () => {
  const body = { threadId: THREAD, message: "Nou la!", id: CLIENT }
  const other = await createTestApp({ database: app.database })
  const there = await signInAs(other, admin.id, "admin")
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => respond(body, at % 2 ? admin : there)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  expect((await respond({ ...body, message: "Another" })).statusCode).toBe(400)
  const fresh = await Promise.all(
    Array.from({ length: 10 }, (_, at) => respond({ threadId: THREAD, message: `${at}` }, at % 2 ? admin : there)),
  )
  await other.close()
  expect(fresh.every(({ statusCode }) => statusCode === 201)).toBe(true)
  const rows = await app.database.sql<{ sequence: number }[]>`
    select sequence from chat_messages where thread_id = ${THREAD} order by sequence`
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1))
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
])("a response with %j is answered %d", async (wrong, status) => {
  expect((await respond({ threadId: THREAD, message: "Wi", ...wrong })).statusCode).toBe(status)
})

test("a response may have two thousand characters and no more", async () => {
  for (const [length, status] of [
    [2000, 201],
    [2001, 400],
  ] as const)
    expect([length, (await respond({ threadId: THREAD, message: "x".repeat(length) })).statusCode]).toEqual([
      length,
      status,
    ])
})
