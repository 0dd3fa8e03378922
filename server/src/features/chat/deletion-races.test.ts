import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Browser, createTestApp, openBrowser, PASSWORD, signInAs, type TestApp } from "#testing.ts"
import {
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
import { purgeDeletedThreads } from "./service/deletion.ts"
import { chatThreads } from "./table.ts"

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
  await write(guest, "Hello", { email: "ada@example.org" })
  id = await threadIdOf(guest)
})
afterAll(() => app.close())

type Request = () => ReturnType<typeof write>

/** Lets the requests wait for the thread in this order, so that they go on in it. @returns their outcomes */
async function inOrder(...requests: readonly Request[]) {
  const waiting: ReturnType<Request>[] = []
  await app.database.db.transaction(async (tx) => {
    await tx.select().from(chatThreads).where(eq(chatThreads.id, id)).for("update")
    for (const request of requests) {
      waiting.push(request())
      await expect.poll(async () => (await waitingForLocks()).length).toBe(waiting.length)
    }
  })
  return (await Promise.all(waiting)).map(outcome)
}

function waitingForLocks() {
  return app.database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
}

function outcome({ statusCode, body }: Awaited<ReturnType<Request>>) {
  return statusCode < 300 ? statusCode : [statusCode, JSON.parse(body).code]
}

const remove = (sequence = 1) => deleteThread(admin, id, `?sequence=${sequence}`)
const reply = () => admin.send("POST", "/api/admin/chat/respond", { threadId: id, message: "Yes" })
const signUp = (name: string) => {
  const fields = { firstName: name, lastName: "Pierre", username: name, email: `${name}@example.org` }
  return guest.send("POST", "/api/auth/register", { ...fields, password: PASSWORD, loginProvider: "haitech" })
}
const storedTexts = async (threadId: string) => {
  const rows = await app.database.sql<{ message: string }[]>`
    select message from chat_messages where thread_id = ${threadId} order by sequence`
  return rows.map(({ message }) => message)
}

test("a guest's message that waits for a deletion begins the next conversation", async () => {
  expect(await inOrder(remove, () => write(guest, "More"))).toEqual([200, 201])
  expect([await readTexts(guest), await storedTexts(id)]).toEqual([["More"], ["Hello"]])
})

test("a deletion that waits for a guest's message is refused", async () => {
  expect(await inOrder(() => write(guest, "More"), remove)).toEqual([201, [409, "thread.changed"]])
  expect(await readTexts(guest)).toEqual(["Hello", "More"])
})

test("two messages of a guest that wait for a deletion begin one conversation", async () => {
  const tab = openBrowser(app, { cookie: guest.cookie() })
  const outcomes = await inOrder(
    remove,
    () => write(guest, "One"),
    () => write(tab, "Two"),
  )
  expect(outcomes).toEqual([200, 201, 201])
  expect((await readTexts(guest)).toSorted()).toEqual(["One", "Two"])
})

test("a reply that waits for a deletion is refused, and a deletion that waits for a reply, too", async () => {
  expect(await inOrder(remove, reply)).toEqual([200, [404, "thread.unknown"]])
  await restoreThread(admin, id)
  expect(await inOrder(reply, remove)).toEqual([201, [409, "thread.changed"]])
  expect(await readTexts(guest)).toEqual(["Hello", "Yes"])
})

test("an emailed answer that waits for a deletion is tried again, and then dropped", async () => {
  await respond(admin, id, "Yes")
  const { replyTo } = await lastEmail(app)
  const deliver = () => postEmail(app, rawEmail(replyTo, "By email"))
  expect(await inOrder(() => remove(2), deliver)).toEqual([200, [503, "server.busy"]])
  expect([outcome(await deliver()), await storedTexts(id)]).toEqual([204, ["Hello", "Yes"]])
})

test("a sign-up that waits for a deletion takes nothing over, and a deletion that waits for a sign-up is refused", async () => {
  await signUp("ada")
  const takeOver = () => guest.send("GET", "/api/chat")
  expect(await inOrder(remove, takeOver)).toEqual([200, 200])
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([[], null])
  await restoreThread(admin, id)
  expect(await inOrder(takeOver, remove)).toEqual([200, [409, "thread.of_member"]])
  expect([await readTexts(guest), await threadIdOf(guest)]).toEqual([["Hello"], id])
})

test("of ten concurrent deletions, and of ten restorations, in two processes, one takes effect", async () => {
  const twin = await createTestApp({ database: app.database })
  const twinAdmin = await signInAs(twin, admin.id, "admin")
  const tenTimes = (send: (by: Browser) => ReturnType<Request>) =>
    Promise.all(Array.from({ length: 10 }, (_, index) => send(index % 2 ? admin : twinAdmin)))
  const deletions = await tenTimes((by) => deleteThread(by, id, "?sequence=1"))
  expect(deletions.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(404)])
  const restorations = await tenTimes((by) => restoreThread(by, id))
  await twin.close()
  expect(new Set(restorations.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const actions = await app.database.sql`select action from audit_log where action in ('chat.deleted', 'chat.restored')`
  expect([actions.length, await readTexts(guest)]).toEqual([2, ["Hello"]])
})

test("an undo beside the cleanup of another process comes too late", async () => {
  await remove()
  app.setNow(new Date("2026-01-03T03:04:05.001Z"))
  admin = { ...(await signInAs(app, admin.id, "admin")), id: admin.id }
  const [undo] = await Promise.all([restoreThread(admin, id), purgeDeletedThreads(app.deps)])
  expect(["deletion.final", "thread.unknown"]).toContain(undo.json().code)
  expect(await storedTexts(id)).toEqual([])
})
