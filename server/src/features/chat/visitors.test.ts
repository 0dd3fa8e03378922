import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, register, type TestApp } from "#testing.ts"
import { readTexts, resetDb, threadIdOf, write } from "#testing-chat.ts"
import { chatKeys, chatMessages, chatThreads } from "./table.ts"

const ID = "0198c0de-0000-4000-8000-00000000000c"

let app: TestApp
let guest: Browser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await resetDb(app)
  guest = openBrowser(app)
})
afterAll(() => app.close())

const rows = () => app.database.db.select().from(chatMessages).orderBy(chatMessages.sequence)
const threads = () => app.database.db.select().from(chatThreads).orderBy(chatThreads.id)

test("a guest's message is stored and returned without the email address", async () => {
  const visitor = openBrowser(app, { "accept-language": "ht" })
  const body = { name: " Ada ", email: "ada@example.org", message: " Bonjou,\r\nkreyòl? ", id: ID }
  const response = await visitor.send("POST", "/api/chat", body)
  const [row] = await rows()
  const message = {
    id: row?.id,
    sequence: 1,
    clientId: ID,
    senderType: "guest",
    name: "Ada",
    message: "Bonjou,\nkreyòl?",
    createdAt: "2026-01-02T03:04:05.000Z",
  }
  expect([response.statusCode, response.json()]).toEqual([201, message])
  expect((await visitor.send("GET", "/api/chat")).json()).toEqual([message])
  expect(row).toMatchObject({ email: "ada@example.org", senderId: null, isRead: false, readAt: null, readBy: null })
  const at = new Date("2026-01-02T03:04:05Z")
  expect(await threads()).toEqual([
    {
      id: row?.threadId,
      userId: null,
      name: "Ada",
      email: "ada@example.org",
      language: "ht",
      addressHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      state: "open",
      assignedTo: null,
      blockedAt: null,
      reportReason: null,
      reportedAt: null,
      lastSequence: 1,
      seenSequence: 0,
      mailedSequence: 0,
      lastMessageAt: at,
      waitingSince: at,
      createdAt: at,
      deletedAt: null,
    },
  ])
})

test("fields that a visitor may not set are ignored", async () => {
  const forged = { senderType: "admin", senderId: ID, sequence: 7, isRead: true, createdAt: "2001-01-01T00:00:00Z" }
  const response = await write(guest, "Hi", { ...forged, threadId: ID, userId: ID, language: "xx" })
  expect([response.statusCode, response.json()]).toMatchObject([201, { senderType: "guest", sequence: 1 }])
  expect(await rows()).toMatchObject([{ senderId: null, isRead: false, createdAt: app.deps.now() }])
})

test("a member's message belongs to the account, and the browser gets no guest cookie", async () => {
  const ada = await register(app, "ada")
  const response = await write(ada, "Hi", { name: "Somebody" })
  expect([response.json(), response.cookies]).toMatchObject([{ senderType: "member", name: "Somebody" }, []])
  expect([await rows(), await threads(), await app.database.db.select().from(chatKeys)]).toMatchObject([
    [{ senderId: ada.id }],
    [{ userId: ada.id }],
    [],
  ])
})

test("the email is optional; the conversation has the latest name and email given", async () => {
  for (const fields of [{}, { email: "" }, { email: " " }, { email: "one@example.org" }, { name: "Ada Two" }])
    expect([fields, (await write(guest, "Hi", fields)).statusCode]).toEqual([fields, 201])
  expect(await threads()).toMatchObject([{ name: "Ada Two", email: "one@example.org", lastSequence: 5 }])
  expect((await rows()).map(({ email }) => email)).toEqual([null, null, null, "one@example.org", null])
})

test.each<[string, object]>([
  ["message", { message: undefined }],
  ["message", { message: null }],
  ["message", { message: " \n\t" }],
  ["message", { message: 5 }],
  ["message", { message: ["Hi"] }],
  ["message", { message: { toString: "Hi" } }],
  ["message", { message: "a\0b" }],
  ["message", { message: "a\ud800b" }],
  ["name", { name: undefined }],
  ["name", { name: "  " }],
  ["name", { name: {} }],
  ["name", { name: "A\udc00" }],
  ["email", { email: "ada" }],
  ["email", { email: "ada@example.org\r\nbcc: eve@example.org" }],
  ["email", { email: 5 }],
  ["email", { email: ["ada@example.org"] }],
  ["id", { id: "x" }],
  ["id", { id: 1 }],
  ["id", { id: `${ID}0` }],
])("a message with an invalid %s is refused and stores nothing (%j)", async (field, wrong) => {
  const response = await write(guest, "Hi", wrong)
  expect([response.statusCode, response.json().code, Object.keys(response.json().fields)]).toEqual([
    400,
    "request.invalid",
    [field],
  ])
  expect([await rows(), await threads()]).toEqual([[], []])
})

test.each<[string, (length: number) => string, number]>([
  ["name", (length) => "é".repeat(length), 100],
  ["message", (length) => "é".repeat(length), 2000],
  ["email", (length) => `${"a".repeat(63)}@${`${"b".repeat(60)}.`.repeat(3)}${"c".repeat(length - 247)}`, 254],
])("a %s is refused above its maximum length", async (field, textOfLength, max) => {
  expect((await write(guest, "Hi", { [field]: textOfLength(max) })).statusCode).toBe(201)
  const longer = await write(guest, "Hi", { [field]: textOfLength(max + 1) })
  expect([longer.statusCode, Object.keys(longer.json().fields)]).toEqual([400, [field]])
  expect(await rows()).toHaveLength(1)
})

test("a text is normalised to NFC before its length is checked, and markup is stored unchanged", async () => {
  const response = await write(guest, "e\u0301".repeat(2000), { name: "Rosemé\u0300ne" })
  expect([response.statusCode, response.json().message]).toEqual([201, "é".repeat(2000)])
  const markup = `<img src=x onerror=alert(1)> {{7*7}} ${"'; drop table users; --"}`
  expect((await write(guest, markup)).json().message).toBe(markup)
})

test("a cross-origin request and an unsupported body are refused and store nothing", async () => {
  const send = (headers: Record<string, string>, payload: string) =>
    app.send({ method: "POST", url: "/api/chat", headers, payload })
  const json = JSON.stringify({ name: "Ada", message: "Hi" })
  const type = { "content-type": "application/json" }
  const statuses = [
    send({ ...type, origin: "https://evil.test" }, json),
    send({ ...type, "sec-fetch-site": "cross-site" }, json),
    send({ ...type, cookie: `guest=${"a".repeat(43)}` }, json),
    send({ "content-type": "text/plain" }, json),
    send({ "content-type": "application/x-www-form-urlencoded" }, "name=Ada&message=Hi"),
    send({ "content-type": "multipart/form-data; boundary=x" }, "--x--"),
    send(type, "{"),
  ]
  const codes = (await Promise.all(statuses)).map(({ statusCode }) => statusCode)
  expect(codes).toEqual([403, 403, 403, 415, 415, 415, 400])
  expect(await threads()).toEqual([])
})

/** Sends twenty concurrent requests of one browser to two processes. */
async function sendToTwoProcesses(send: (index: number, by: Browser) => ReturnType<Browser["send"]>) {
  await guest.send("GET", "/api/chat/desk")
  const twin = await createTestApp({ database: app.database })
  const twinGuest = openBrowser(twin, { cookie: guest.cookie() })
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(index, index % 2 ? guest : twinGuest)),
  )
  await twin.close()
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
  return responses.map((response) => response.json<{ id: string; sequence: number }>())
}

test("twenty concurrent requests with the same id, in two processes, store one message without a gap in the numbers", async () => {
  const messages = await sendToTwoProcesses((_, by) => write(by, "Hi", { id: ID }))
  expect(new Set(messages.map(({ id, sequence }) => `${id} ${sequence}`)).size).toBe(1)
  expect((await write(guest, "More")).json().sequence).toBe(2)
  expect([(await rows()).length, (await threads()).length]).toEqual([2, 1])
})

test("twenty concurrent first messages of a guest, in two processes, create one conversation without a gap in the numbers", async () => {
  const messages = await sendToTwoProcesses((index, by) => write(by, `${index}`, { id: randomUUID() }))
  expect(messages.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  expect(await threads()).toMatchObject([{ id: await threadIdOf(guest), lastSequence: 20 }])
  expect(await readTexts(guest)).toHaveLength(20)
})

test("twenty concurrent first messages of a member, in two processes, create one conversation", async () => {
  const ada = await register(app, "ada")
  guest = ada
  const messages = await sendToTwoProcesses((index, by) => write(by, `${index}`))
  expect(new Set(messages.map(({ sequence }) => sequence)).size).toBe(20)
  expect(await threads()).toMatchObject([{ userId: ada.id, lastSequence: 20 }])
})

test("an id with another text is refused; in another conversation it is another message", async () => {
  await write(guest, "Hi", { id: ID })
  const other = await write(guest, "Bye", { id: ID })
  expect([other.statusCode, Object.keys(other.json().fields)]).toEqual([400, ["id"]])
  expect((await write(openBrowser(app), "Bye", { id: ID })).json()).toMatchObject({ sequence: 1, message: "Bye" })
  expect(await readTexts(guest)).toEqual(["Hi"])
})
