import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { LiveMessage } from "@haitech/contract/live"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { openTestDb } from "#platform/db/testing-sql.ts"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAs, type TestApp } from "#testing.ts"
import { changeThread, empty, respond, signInAsStaff, textsOf, threadOf, write } from "#testing-chat.ts"

let app: TestApp
/** Another process on the same database, with connections of its own. */
let twin: TestApp
let pool: ReturnType<typeof openTestDb>
let guest: Browser
let thread: string
const opened: WebSocket[] = []
const passed: string[] = []
beforeAll(async () => {
  app = await createTestApp()
  pool = openTestDb(app.database.connection, { max: 5 })
  twin = await createTestApp({ database: { ...app.database, ...pool } })
  for (const at of [app, twin]) {
    await at.app.listen({ port: 0, host: "127.0.0.1" })
    await at.deps.bus.subscribe(
      "rounds",
      (round) => passed.push(`${round} ${at === twin}`),
      () => undefined,
    )
  }
})
beforeEach(async () => {
  await empty(app)
  guest = openBrowser(app)
  await write(guest, "1")
  thread = await threadOf(guest)
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
  readonly heard: LiveMessage[]
  readonly ended: Promise<number>
}

/** Waits until both processes have passed on what was told so far. */
async function passOn(): Promise<void> {
  const round = crypto.randomUUID()
  await app.deps.bus.publish("rounds", round)
  await expect.poll(() => passed).toEqual(expect.arrayContaining([`${round} true`, `${round} false`]))
}

/** A page that listens; what it heard from now on stands in a list. */
async function listen(at: TestApp, by?: Browser): Promise<Connection> {
  await passOn()
  const { port } = at.app.server.address() as AddressInfo
  const headers = { origin: "http://localhost:3000", ...(by && { cookie: by.cookie() }) }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers })
  opened.push(socket)
  const heard: LiveMessage[] = []
  socket.on("message", (told) => heard.push(JSON.parse(String(told))))
  const ended = new Promise<number>((resolve) => socket.on("close", resolve))
  await once(socket, "open")
  return { socket, heard, ended }
}

/** A message to somebody who listens everywhere: once it is heard, and each socket has answered, all before it was. */
async function settle() {
  const last = openBrowser(app)
  await write(last, "last")
  const lines = await Promise.all([app, twin].map((at) => listen(at, last)))
  await write(last, "really")
  for (const { heard } of lines) await expect.poll(() => heard).toHaveLength(1)
  for (const socket of opened.filter(({ readyState, OPEN }) => readyState === OPEN)) {
    socket.ping()
    await once(socket, "pong")
  }
  return threadOf(last)
}

const told = (sequence: number, threadId = thread): LiveMessage => ({ type: "new_message", threadId, sequence })

test("a message reaches its visitor and the office in both processes, and nobody else", async () => {
  const admin = await signInAsStaff(app, "root")
  const eve = await register(app, "eve")
  const other = openBrowser(app)
  await write(other, "Hi")
  const theirs = await Promise.all([listen(app, guest), listen(twin, guest)])
  const admins = await Promise.all([listen(app, admin), listen(twin, admin)])
  const hers = await listen(twin, eve)
  const strangers = [await listen(app, other), await listen(twin), await listen(app, openBrowser(app))]
  const asMember = await listen(twin, await signInAs(app, admin.id, "member"))
  await write(guest, "2")
  await respond(admin, thread, "3")
  await write(eve, "1")
  const [own, last] = [await threadOf(eve), await settle()]
  for (const { heard } of theirs) expect(heard).toEqual([told(2), told(3)])
  for (const { heard } of admins) expect(heard).toEqual([told(2), told(3), told(1, own), told(1, last), told(2, last)])
  expect(hers.heard).toEqual([told(1, own)])
  for (const { heard } of [...strangers, asMember]) expect(heard).toEqual([])
})

test("what changes about a conversation is told to the office alone", async () => {
  const admin = await signInAsStaff(app, "root")
  const [visitor, admins] = [await listen(app, guest), await listen(twin, admin)]
  await guest.send("POST", "/api/chat/seen", { sequence: 1 })
  await guest.send("POST", "/api/chat/seen", { sequence: 1 })
  await guest.send("POST", "/api/chat/report", { reason: "canary" })
  await changeThread(admin, thread, { state: "done" })
  await admin.send("POST", `/api/admin/chat/threads/${thread}/reading`, { sequence: 1 })
  const last = await settle()
  const changed = { type: "thread_changed", threadId: thread }
  expect([visitor.heard, admins.heard]).toEqual([[], [...Array(4).fill(changed), told(1, last), told(2, last)]])
})

test("what is told holds no word, name or address", async () => {
  const admin = await signInAsStaff(app, "root")
  const admins = await listen(app, admin)
  await write(guest, "canary", { name: "canary", email: "canary@example.org" })
  await settle()
  expect(JSON.stringify(admins.heard)).not.toContain("canary")
})

test("the same message sent again is told once", async () => {
  const visitor = await listen(twin, guest)
  for (let again = 0; again < 3; again++) await write(guest, "2", { id: "0198c0de-0000-4000-8000-00000000000c" })
  await settle()
  expect(visitor.heard).toEqual([told(2)])
})

test("a guest's socket that was opened before the first message is not told; one opened after it is", async () => {
  const late = openBrowser(app)
  await late.send("GET", "/api/chat/desk")
  const early = await listen(app, late)
  await write(late, "1")
  const again = await listen(app, late)
  await write(late, "2")
  await settle()
  expect([early.heard, again.heard]).toEqual([[], [told(2, await threadOf(late))]])
})

test("no cookie of another opens a socket onto a conversation", async () => {
  const secret = guest.cookie().slice("guest=".length)
  const shown = [`guest=${thread}`, `guest=${secret.toLowerCase()}`, `session=${secret}`, `__Host-guest=${secret}`]
  const lines = await Promise.all(shown.map((cookie) => listen(twin, openBrowser(app, { cookie }))))
  await write(guest, "2")
  await settle()
  expect(lines.map(({ heard }) => heard)).toEqual([[], [], [], []])
})

test("once a member has taken the conversation along, the guest's socket hears no more of it", async () => {
  const before = await listen(app, guest)
  const asked = { firstName: "Ada", lastName: "P", username: "ada", email: "ada@example.org", password: PASSWORD }
  await guest.send("POST", "/api/auth/register", { ...asked, loginProvider: "haitech" })
  expect(await textsOf(guest)).toEqual(["1"])
  const after = await listen(twin, guest)
  await write(guest, "2")
  await settle()
  expect([before.heard, after.heard]).toEqual([[], [told(2)]])
})

test("signing out closes the sockets of the session, the office's too, and nothing is told to them any more", async () => {
  const admin = await signInAsStaff(app, "root")
  const ada = await register(app, "ada")
  const lines = [await listen(twin, admin), await listen(twin, ada)]
  for (const browser of [admin, ada]) await browser.send("POST", "/api/auth/logout")
  expect(await Promise.all(lines.map(({ ended }) => ended))).toEqual([1008, 1008])
  await write(guest, "2")
  await settle()
  expect(lines.map(({ heard }) => heard)).toEqual([[], []])
})

test("whoever has lost the administrator's rights hears nothing of the office", async () => {
  const boss = await signInAsStaff(app, "root")
  const admin = await signInAsStaff(app, "grace")
  const line = await listen(twin, admin)
  await boss.send("POST", "/api/admin/users/role", { userId: admin.id, role: "mentor", approved: true })
  expect(await line.ended).toBe(1008)
  const again = await listen(twin, admin)
  await write(guest, "2")
  await settle()
  expect([line.heard, again.heard]).toEqual([[], []])
})

test("after the line to the database was lost everybody is told to catch up, and hears again", async () => {
  const lines = await Promise.all([listen(app, guest), listen(twin, guest), listen(twin)])
  await app.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`
  for (const { heard } of lines) await expect.poll(() => heard).toContainEqual({ type: "catch_up" })
  await write(guest, "2")
  for (const { heard } of lines.slice(0, 2)) await expect.poll(() => heard.at(-1)).toEqual(told(2))
  expect(await textsOf(guest, "?after=1")).toEqual(["2"])
})

test("an administrator whose page is open is here, and for seventy-five seconds after it went", async () => {
  const here = async () => (await guest.send("GET", "/api/chat/desk")).json().isStaffHere
  await listen(app, guest)
  expect(await here()).toBe(false)
  const { socket, ended } = await listen(twin, await signInAsStaff(app, "root"))
  await expect.poll(here).toBe(true)
  socket.close()
  await ended
  app.setNow(new Date("2026-01-02T03:05:19Z"))
  expect(await here()).toBe(true)
  app.setNow(new Date("2026-01-02T03:05:20Z"))
  expect(await here()).toBe(false)
})
