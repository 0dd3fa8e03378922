import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { LiveMessage } from "@haitech/contract/live"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { openTestDb } from "#platform/db/testing-sql.ts"
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

let app: TestApp
/** A second process on the same database, with its own pool. */
let twin: TestApp
let pool: ReturnType<typeof openTestDb>
let guest: Browser
let thread: string
const opened: WebSocket[] = []
const forwarded: string[] = []
beforeAll(async () => {
  app = await createTestApp()
  pool = openTestDb(app.database.connection, { max: 5 })
  twin = await createTestApp({ database: { ...app.database, ...pool } })
  for (const target of [app, twin]) {
    await target.app.listen({ port: 0, host: "127.0.0.1" })
    await target.deps.bus.subscribe(
      "rounds",
      (round) => forwarded.push(`${round} ${target === twin}`),
      () => undefined,
    )
  }
})
beforeEach(async () => {
  await resetDb(app)
  guest = openBrowser(app)
  await write(guest, "1")
  thread = await threadIdOf(guest)
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(async () => {
  await twin.close()
  await pool.close()
  await app.close()
})

interface Connection {
  readonly socket: WebSocket
  readonly received: LiveMessage[]
  /** The close code. */
  readonly closed: Promise<number>
}

/** Waits until both processes have forwarded all notifications published so far. */
async function flushBus(): Promise<void> {
  const round = crypto.randomUUID()
  await app.deps.bus.publish("rounds", round)
  await expect.poll(() => forwarded).toEqual(expect.arrayContaining([`${round} true`, `${round} false`]))
}

/** Opens a socket and collects the notifications it receives. */
async function connect(target: TestApp, by?: Browser): Promise<Connection> {
  await flushBus()
  const { port } = target.app.server.address() as AddressInfo
  const headers = { origin: "http://localhost:3000", ...(by && { cookie: by.cookie() }) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
  opened.push(socket)
  const received: LiveMessage[] = []
  socket.on("message", (data) => {
    const message: LiveMessage = JSON.parse(String(data))
    // Beats come every half minute, so a slow run receives more of them.
    if (message.type !== "beat") received.push(message)
  })
  const closed = new Promise<number>((resolve) => socket.on("close", resolve))
  await once(socket, "open")
  return { socket, received, closed }
}

/** Waits for earlier notifications: sends one to a new guest in both processes, and pings every socket. */
async function settle() {
  const last = openBrowser(app)
  await write(last, "last")
  const connections = await Promise.all([app, twin].map((target) => connect(target, last)))
  await write(last, "really")
  for (const { received } of connections) await expect.poll(() => received).toHaveLength(1)
  for (const socket of opened.filter(({ readyState, OPEN }) => readyState === OPEN)) {
    socket.ping()
    await once(socket, "pong")
  }
  return threadIdOf(last)
}

const newMessage = (sequence: number, threadId = thread): LiveMessage => ({ type: "new_message", threadId, sequence })

test("a message notifies its visitor and the administrators in both processes, and nobody else", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  const eve = await register(app, "eve")
  const other = openBrowser(app)
  await write(other, "Hi")
  const guestSockets = await Promise.all([connect(app, guest), connect(twin, guest)])
  const adminSockets = await Promise.all([connect(app, admin), connect(twin, admin)])
  const eveSocket = await connect(twin, eve)
  const otherSockets = [await connect(app, other), await connect(twin), await connect(app, openBrowser(app))]
  const asMember = await connect(twin, await signInAs(app, admin.id, "member"))
  await write(guest, "2")
  await respond(admin, thread, "3")
  await write(eve, "1")
  const [own, last] = [await threadIdOf(eve), await settle()]
  for (const { received } of guestSockets) expect(received).toEqual([newMessage(2), newMessage(3)])
  for (const { received } of adminSockets)
    expect(received).toEqual([
      newMessage(2),
      newMessage(3),
      newMessage(1, own),
      newMessage(1, last),
      newMessage(2, last),
    ])
  expect(eveSocket.received).toEqual([newMessage(1, own)])
  for (const { received } of [...otherSockets, asMember]) expect(received).toEqual([])
})

test("changes to a conversation notify only the administrators", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  const [visitor, adminSocket] = [await connect(app, guest), await connect(twin, admin)]
  await guest.send("POST", "/api/chat/seen", { sequence: 1 })
  await guest.send("POST", "/api/chat/seen", { sequence: 1 })
  await guest.send("POST", "/api/chat/report", { reason: "canary" })
  await changeThread(admin, thread, { state: "done" })
  await admin.send("POST", `/api/admin/chat/threads/${thread}/reading`, { sequence: 1 })
  const last = await settle()
  const changed = { type: "thread_changed", threadId: thread }
  expect([visitor.received, adminSocket.received]).toEqual([
    [],
    [...Array(4).fill(changed), newMessage(1, last), newMessage(2, last)],
  ])
})

test("a notification contains no text, name or email", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  const adminSocket = await connect(app, admin)
  await write(guest, "canary", { name: "canary", email: "canary@example.org" })
  await settle()
  expect(JSON.stringify(adminSocket.received)).not.toContain("canary")
})

test("sending the same message again sends no second notification", async () => {
  const visitor = await connect(twin, guest)
  for (let attempt = 0; attempt < 3; attempt++) await write(guest, "2", { id: "0198c0de-0000-4000-8000-00000000000c" })
  await settle()
  expect(visitor.received).toEqual([newMessage(2)])
})

test("a guest's socket gets notifications only if it was opened after the first message", async () => {
  const late = openBrowser(app)
  await late.send("GET", "/api/chat/desk")
  const early = await connect(app, late)
  await write(late, "1")
  const reopened = await connect(app, late)
  await write(late, "2")
  await settle()
  expect([early.received, reopened.received]).toEqual([[], [newMessage(2, await threadIdOf(late))]])
})

test("a forged cookie opens no socket to a conversation", async () => {
  const secret = guest.cookie().slice("guest=".length)
  const cookies = [`guest=${thread}`, `guest=${secret.toLowerCase()}`, `session=${secret}`, `__Host-guest=${secret}`]
  const connections = await Promise.all(cookies.map((cookie) => connect(twin, openBrowser(app, { cookie }))))
  await write(guest, "2")
  await settle()
  expect(connections.map(({ received }) => received)).toEqual([[], [], [], []])
})

test("after a member takes over a conversation, the guest's socket gets no more notifications", async () => {
  const before = await connect(app, guest)
  const registration = {
    firstName: "Ada",
    lastName: "P",
    username: "ada",
    email: "ada@example.org",
    password: PASSWORD,
  }
  await guest.send("POST", "/api/auth/register", { ...registration, loginProvider: "haitech" })
  expect(await readTexts(guest)).toEqual(["1"])
  const after = await connect(twin, guest)
  await write(guest, "2")
  await settle()
  expect([before.received, after.received]).toEqual([[], [newMessage(2)]])
})

test("a deletion and its undo notify the guest and the administrators in both processes, and nobody else", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  const other = openBrowser(app)
  await write(other, "Hi")
  const notified = await Promise.all([app, twin].flatMap((target) => [connect(target, guest), connect(target, admin)]))
  const stranger = await connect(twin, other)
  await deleteThread(admin, thread)
  const reconnected = await connect(twin, guest)
  await restoreThread(admin, thread)
  await settle()
  const changed: LiveMessage = { type: "thread_changed", threadId: thread }
  for (const { received } of notified) expect(received.slice(0, 2)).toEqual([changed, changed])
  expect([reconnected.received, stranger.received]).toEqual([[changed], []])
})

test("signing out closes the sockets of the member's or administrator's session and ends their notifications", async () => {
  const admin = await signInAsNewAdmin(app, "root")
  const ada = await register(app, "ada")
  const connections = [await connect(twin, admin), await connect(twin, ada)]
  for (const browser of [admin, ada]) await browser.send("POST", "/api/auth/logout")
  expect(await Promise.all(connections.map(({ closed }) => closed))).toEqual([1008, 1008])
  await write(guest, "2")
  await settle()
  expect(connections.map(({ received }) => received)).toEqual([[], []])
})

test("an administrator who loses the role gets no more notifications", async () => {
  const boss = await signInAsNewAdmin(app, "root")
  const admin = await signInAsNewAdmin(app, "grace")
  const connection = await connect(twin, admin)
  await boss.send("POST", "/api/admin/users/role", { userId: admin.id, role: "mentor", approved: true })
  expect(await connection.closed).toBe(1008)
  const reopened = await connect(twin, admin)
  await write(guest, "2")
  await settle()
  expect([connection.received, reopened.received]).toEqual([[], []])
})

test("after a lost database connection every socket gets catch_up, and notifications resume", async () => {
  const connections = await Promise.all([connect(app, guest), connect(twin, guest), connect(twin)])
  await app.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'haitech listener'`
  for (const { received } of connections) await expect.poll(() => received).toContainEqual({ type: "catch_up" })
  await write(guest, "2")
  for (const { received } of connections.slice(0, 2)) await expect.poll(() => received.at(-1)).toEqual(newMessage(2))
  expect(await readTexts(guest, "?after=1")).toEqual(["2"])
})

test("an administrator with an open socket is present, until seventy-five seconds after it closes", async () => {
  const isPresent = async () => (await guest.send("GET", "/api/chat/desk")).json().isStaffHere
  await connect(app, guest)
  expect(await isPresent()).toBe(false)
  const { socket, closed } = await connect(twin, await signInAsNewAdmin(app, "root"))
  await expect.poll(isPresent).toBe(true)
  socket.close()
  await closed
  app.setNow(new Date("2026-01-02T03:05:19Z"))
  expect(await isPresent()).toBe(true)
  app.setNow(new Date("2026-01-02T03:05:20Z"))
  expect(await isPresent()).toBe(false)
})
