import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createId } from "#platform/db/columns.ts"
import { outbox } from "#platform/jobs/table.ts"
import { sweep } from "#sweep.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAs, type TestApp } from "#testing.ts"
import {
  changeThread,
  deleteThread,
  readTexts,
  resetDb,
  respond,
  restoreThread,
  signInAsNewAdmin,
  threadIdOf,
  write,
} from "#testing-chat.ts"
import { lastEmail, postEmail, REPLIES, rawEmail } from "#testing-mail.ts"
import { chatKeys, chatMessages, chatThreads } from "./table.ts"

const THREADS = "/api/admin/chat/threads"
const LISTS = [
  ...["", "?q=bezwen", "?isUnread=true", "?isReported=true", "?isBlocked=true"].map((query) => THREADS + query),
  ...["", "?q=bezwen", "?isRead=false"].map((query) => `/api/admin/chat${query}`),
  ...["chat", "report"].map((kind) => `/api/admin/waiting?kind=${kind}`),
]

let app: TestApp
let admin: Browser & { readonly id: string }
let guest: Browser
let id: string
beforeAll(async () => {
  app = await createTestApp({ replies: REPLIES })
})
beforeEach(async () => {
  await resetDb(app)
  admin = await signInAsNewAdmin(app, "root")
  guest = openBrowser(app)
  await write(guest, "Mwen bezwen èd", { email: "ada@example.org" })
  id = await threadIdOf(guest)
})
afterAll(() => app.close())

const json = async (path: string, by: Browser = admin) => (await by.send("GET", path)).json()
const copyOf = (browser: Browser) => openBrowser(app, { cookie: browser.cookie() })
const actions = async () =>
  (await json("/api/admin/audit"))
    .filter(({ action }: { action: string }) => /chat.(deleted|restored)/.test(action))
    .map(({ action, subjectId }: { action: string; subjectId: string }) => [action, subjectId])

/** All that the admin area shows and counts of conversations. */
async function everything() {
  const { waiting, chatMessages: messages, chatUnread } = await json("/api/admin/overview")
  const shown = []
  for (const path of LISTS) {
    const list = await admin.send("GET", path)
    shown.push([path, list.headers["x-total-count"], list.json()])
  }
  return { shown, waiting: [waiting.chat, waiting.report], messages, chatUnread }
}

/** The administrator signs in again, because the session ends meanwhile. */
async function moveClockTo(time: string): Promise<void> {
  app.setNow(new Date(time))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
}

test("a deleted conversation disappears everywhere, and is restored exactly as it was", async () => {
  await respond(admin, id, "Wi")
  await write(guest, "Mèsi")
  await changeThread(admin, id, { isBlocked: true })
  await guest.send("POST", "/api/chat/seen", { sequence: 2 })
  await guest.send("POST", "/api/chat/report", { reason: "Rude" })
  const before = [await everything(), await json(`${THREADS}/${id}`), await json(`${THREADS}/${id}/messages`)]
  expect(before[0]).toMatchObject({ waiting: [0, 1], messages: 3, chatUnread: 2 })
  const [message] = await json("/api/admin/chat?isRead=false")
  const deleted = await deleteThread(admin, id)
  expect([deleted.statusCode, deleted.json()]).toEqual([200, { deletedAt: app.deps.now().toISOString() }])
  expect(await everything()).toEqual({
    shown: LISTS.map((path) => [path, "0", []]),
    waiting: [0, 0],
    messages: 0,
    chatUnread: 0,
  })
  const refused = [
    await admin.send("GET", `${THREADS}/${id}`),
    await admin.send("GET", `${THREADS}/${id}/messages`),
    await admin.send("POST", `${THREADS}/${id}/reading`, { sequence: 1 }),
    await admin.send("POST", "/api/admin/chat/respond", { threadId: id, message: "Wi" }),
    await changeThread(admin, id, { state: "done" }),
    await deleteThread(admin, id, "?sequence=3"),
    await guest.send("POST", "/api/chat/seen", { sequence: 3 }),
    await guest.send("POST", "/api/chat/report", { reason: "Rude" }),
  ]
  for (const response of refused) expect([response.statusCode, response.json().code]).toEqual([404, "thread.unknown"])
  expect((await admin.send("PATCH", `/api/admin/chat/${message.id}/read`)).json().code).toBe("message.unknown")
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([[], null])
  const restored = await restoreThread(admin, id)
  expect([restored.statusCode, restored.json()]).toEqual([200, before[1]])
  expect([await everything(), await json(`${THREADS}/${id}`), await json(`${THREADS}/${id}/messages`)]).toEqual(before)
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([["Mwen bezwen èd", "Wi", "Mèsi"], id])
  expect((await restoreThread(admin, id)).statusCode).toBe(200)
  expect(await actions()).toEqual([
    ["chat.restored", id],
    ["chat.deleted", id],
  ])
})

test("a message after the deletion begins a conversation with a key of its own, and an undo mixes nothing", async () => {
  await deleteThread(admin, id)
  const before = copyOf(guest)
  const message = { id: createId() }
  expect((await write(guest, "Bonjou", message)).json()).toMatchObject({ sequence: 1 })
  const next = await threadIdOf(guest)
  expect([next === id, guest.cookie() === before.cookie()]).toEqual([false, false])
  // The answer got lost: the browser sends again with the key that it had.
  expect((await write(before, "Bonjou", message)).json()).toMatchObject({ sequence: 1 })
  expect([await readTexts(guest), await readTexts(before)]).toEqual([["Bonjou"], ["Bonjou"]])
  await restoreThread(admin, id)
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([["Bonjou"], next])
  expect((await json(THREADS)).map((thread: { id: string }) => thread.id).toSorted()).toEqual([id, next].toSorted())
  await deleteThread(admin, next)
  await write(guest, "Ankò")
  expect([await readTexts(guest), await threadIdOf(guest)]).not.toEqual([["Ankò"], next])
  expect(await readTexts(guest)).toEqual(["Ankò"])
})

test("only a guest's conversation is deleted, and only with the messages that the administrator was told of", async () => {
  const member = await register(app, "bea")
  await write(member, "Hi")
  const own = await threadIdOf(member)
  const ofMember = await deleteThread(admin, own)
  expect([ofMember.statusCode, ofMember.json().code]).toEqual([409, "thread.of_member"])
  await write(guest, "Ak yon kesyon")
  for (const sequence of [1, 3]) {
    const changed = await deleteThread(admin, id, `?sequence=${sequence}`)
    expect([changed.statusCode, changed.json().code]).toEqual([409, "thread.changed"])
  }
  expect([await readTexts(member), (await readTexts(guest)).length, await actions()]).toEqual([["Hi"], 2, []])
  expect((await deleteThread(admin, id, "?sequence=2")).statusCode).toBe(200)
})

test.each([
  "",
  "?sequence=",
  "?sequence=x",
  "?sequence=-1",
  "?sequence=1.5",
  "?sequence=1234567890",
  "?sequence=1&all=1",
])("a deletion with the query %j is refused", async (query) => {
  expect((await deleteThread(admin, id, query)).statusCode).toBe(400)
  expect(await readTexts(guest)).toHaveLength(1)
})

test("nobody else deletes or restores one, and a wrong id changes nothing", async () => {
  const member = await signInAs(app, (await register(app, "bea")).id, "member")
  const remove = (threadId: string, by: Browser) => deleteThread(by, threadId, "?sequence=1")
  for (const send of [remove, (threadId: string, by: Browser) => restoreThread(by, threadId)]) {
    expect((await send(id, member)).statusCode).toBe(403)
    expect((await send(id, guest)).statusCode).toBe(401)
    expect((await send(createId(), admin)).json().code).toBe("thread.unknown")
    for (const wrong of ["1", "%00"]) expect((await send(wrong, admin)).statusCode).toBe(400)
  }
  const headers = { origin: "https://evil.example", cookie: admin.cookie() }
  const url = `${THREADS}/${id}?sequence=1`
  expect((await app.send({ method: "DELETE", url, headers })).statusCode).toBe(403)
  expect([(await readTexts(guest)).length, await actions()]).toEqual([1, []])
})

test("an answer that waits is emailed after an undo only, once", async () => {
  await respond(admin, id, "Wi")
  const sent = app.emails.length
  const emailed = async () => {
    await app.deliver()
    return app.emails.slice(sent).filter(({ key }) => key.startsWith("chat.unread")).length
  }
  await deleteThread(admin, id)
  expect(await emailed()).toBe(0)
  await restoreThread(admin, id)
  expect([await emailed(), await emailed()]).toEqual([1, 1])
  await deleteThread(admin, id)
  await restoreThread(admin, id)
  expect(await emailed()).toBe(1)
})

test("administrators get no email about a deleted conversation, also where it is addressed already", async () => {
  await guest.send("POST", "/api/chat/report", { reason: "Rude" })
  await app.database.sql`update outbox set due_at = now() + interval '1 day' where kind = 'chat.admin'`
  const sent = app.emails.length
  await app.database.sql`insert into outbox (id, kind, key, payload) values (gen_random_uuid(), 'chat.admin', 'k',
    ${JSON.stringify({ to: "root@example.org", name: "root", language: "en", event: "chat_reported", query: "", threadId: id })}::jsonb)`
  await deleteThread(admin, id)
  await app.deliver()
  expect(app.emails.slice(sent).filter(({ key }) => key === "k" || key.startsWith("chat."))).toEqual([])
})

test("an email that answers a deleted conversation is dropped like one to an unknown conversation", async () => {
  await respond(admin, id, "Wi")
  const { replyTo } = await lastEmail(app)
  const link = /#chat=(\S+)/.exec((await lastEmail(app)).text)?.[1]
  await deleteThread(admin, id)
  const { statusCode, body } = await postEmail(app, rawEmail(replyTo, "Mèsi"))
  expect([statusCode, body, await app.database.db.$count(chatMessages)]).toEqual([204, "", 2])
  const resumed = await openBrowser(app).send("POST", "/api/chat/resume", { token: link })
  expect(resumed.json().code).toBe("chat_link.expired")
  await restoreThread(admin, id)
  await postEmail(app, rawEmail(replyTo, "Mèsi"))
  expect(await readTexts(guest)).toEqual(["Mwen bezwen èd", "Wi", "Mèsi"])
})

test("a conversation that waits for an answer is on Today until it is deleted, and after an undo", async () => {
  const waiting = async () => (await everything()).waiting
  const before = await waiting()
  await deleteThread(admin, id)
  const deleted = await waiting()
  await restoreThread(admin, id)
  expect([before, deleted, await waiting()]).toEqual([
    [1, 0],
    [0, 0],
    [1, 0],
  ])
})

test("a block ends with the conversation, and comes back with it", async () => {
  await changeThread(admin, id, { isBlocked: true })
  const again = () => write(openBrowser(app), "Hi", { email: "ADA@example.org" })
  await deleteThread(admin, id)
  expect((await again()).statusCode).toBe(201)
  await restoreThread(admin, id)
  expect((await again()).json().code).toBe("thread.blocked")
})

test("who signs up after the deletion takes nothing over, and gets it back by an undo", async () => {
  await deleteThread(admin, id)
  const fields = { firstName: "Ada", lastName: "Pierre", username: "ada", email: "ada@example.org", password: PASSWORD }
  await guest.send("POST", "/api/auth/register", { ...fields, loginProvider: "haitech" })
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([[], null])
  await restoreThread(admin, id)
  expect([(await readTexts(guest)).length, await threadIdOf(guest)]).toEqual([1, id])
})

test("a deletion can be undone for a day, and then the cleanup deletes all of it", async () => {
  const other = openBrowser(app)
  await write(other, "Hi")
  await respond(admin, id, "Wi")
  await app.database.sql`update outbox set failed_at = now() where kind = 'chat.unread'`
  await deleteThread(admin, id)
  await moveClockTo("2026-01-03T03:04:05.000Z")
  await sweep(app.deps)
  expect((await restoreThread(admin, id)).statusCode).toBe(200)
  await deleteThread(admin, id)
  await moveClockTo("2026-01-04T03:04:05.001Z")
  expect((await restoreThread(admin, id)).json().code).toBe("deletion.final")
  await sweep(app.deps)
  expect((await restoreThread(admin, id)).json().code).toBe("thread.unknown")
  const { db } = app.database
  expect([await db.$count(chatThreads), await db.$count(chatMessages), await db.$count(chatKeys)]).toEqual([1, 1, 1])
  expect((await db.select().from(outbox)).filter(({ kind }) => kind === "chat.unread")).toEqual([])
  expect(await everything()).toMatchObject({ messages: 1, chatUnread: 1, waiting: [1, 0] })
})
