import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { sessions } from "./table.ts"

const SITE = "http://localhost:3000"
const STRONG = "Anba-pye-mango-7!"

let testApp: TestApp
let twin: TestApp
const opened: WebSocket[] = []
beforeEach(async () => {
  testApp = await createTestApp()
  twin = await createTestApp({ database: testApp.database })
  for (const { app } of [testApp, twin]) await app.listen({ port: 0, host: "127.0.0.1" })
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  await twin.close()
  await testApp.close()
})

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port

function dial(at: TestApp, headers: Record<string, string> = { origin: SITE }, path = "/ws"): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(at)}${path}`, { headers })
  opened.push(socket)
  return socket
}

/** The code it is closed with, or the status that it is refused with. */
function end(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on("close", resolve)
    socket.on("unexpected-response", (_request, { statusCode = 0 }) => resolve(statusCode))
    socket.on("error", () => undefined)
  })
}

async function open(at: TestApp, browser?: Browser) {
  const socket = dial(at, { origin: SITE, ...(browser && { cookie: browser.cookie() }) })
  await once(socket, "open")
  return { socket, ended: end(socket) }
}

/** What became of a socket two seconds later (security AU-03): its close code, or that it is open. */
function after2s({ ended }: { ended: Promise<number> }): Promise<number | "open"> {
  const waited = new Promise<"open">((resolve) => setTimeout(resolve, 2000, "open"))
  return Promise.race([ended, waited])
}

const signIn = async () => {
  const browser = openBrowser(testApp)
  await browser.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  return browser
}

test.each([
  ["of another website", { origin: "https://evil.test" }, "/ws", 403],
  ["with a cookie and of no website", { cookie: "session=x" }, "/ws", 403],
  ["at another address", { origin: SITE }, "/wss", 404],
])("a page %s gets no socket", async (_, headers, path, status) => {
  expect(await end(dial(testApp, headers, path))).toBe(status)
})

test("a visitor's page gets one, and what a session's end closes is not theirs", async () => {
  const visitor = await open(testApp)
  const ada = await register(testApp, "ada")
  await ada.send("DELETE", "/api/user/sessions")
  expect(await after2s(visitor)).toBe("open")
})

type Ada = Awaited<ReturnType<typeof register>>

const ENDINGS: Record<string, (ada: Ada) => Promise<unknown>> = {
  "signing out everywhere": (ada) => ada.send("DELETE", "/api/user/sessions"),
  "a reset": async (ada) => {
    await ada.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
    const [, token] = /token=(\w+)/.exec((await testApp.deliver()).at(-1)?.text ?? "") ?? []
    return ada.send("POST", "/api/auth/password/reset", { userId: ada.id, token, newPassword: STRONG })
  },
  "another role": async ({ id: userId }) =>
    (await signInAsAdmin(testApp, "root")).send("POST", "/api/admin/users/role", {
      userId,
      role: "mentor",
      approved: true,
    }),
  "closing the account": async ({ id: userId }) =>
    (await signInAsAdmin(testApp, "root")).send("POST", "/api/admin/users/role", {
      userId,
      role: "student",
      approved: false,
    }),
  deleting: (ada) => ada.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
}

test.each(Object.keys(ENDINGS))("%s ends the sessions and sockets of one person in both processes", async (ending) => {
  const [ada, eve] = [await register(testApp, "ada"), await register(testApp, "eve")]
  const phone = await signIn()
  const hers = await Promise.all([open(testApp, ada), open(twin, ada), open(testApp, phone), open(twin, phone)])
  const other = await open(twin, eve)
  await ENDINGS[ending]?.(ada)
  const statuses = await Promise.all(
    [testApp, twin].flatMap((at) =>
      [ada, phone].map((browser) => at.send({ url: "/api/auth/user", headers: { cookie: browser.cookie() } })),
    ),
  )
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  expect(await Promise.all(hers.map(after2s))).toEqual([1008, 1008, 1008, 1008])
  expect(await after2s(other)).toBe("open")
})

test("another password ends the other sessions' sockets and leaves one's own", async () => {
  const ada = await register(testApp, "ada")
  const phone = await signIn()
  const [own, others] = [await open(twin, ada), await open(twin, phone)]
  await ada.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "another one" })
  expect([await after2s(others), await after2s(own)]).toEqual([1008, "open"])
})

test("signing out ends this session's sockets and leaves the others", async () => {
  const ada = await register(testApp, "ada")
  const phone = await signIn()
  const [own, others] = [await open(twin, ada), await open(twin, phone)]
  await ada.send("POST", "/api/auth/logout")
  expect([await after2s(own), await after2s(others)]).toEqual([1008, "open"])
})

test("what ended while the line to the database was cut ends the socket once the line is back", async () => {
  const ada = await register(testApp, "ada")
  const hers = await open(twin, ada)
  await testApp.database.sql`delete from sessions where sess ->> 'userId' = ${ada.id}`
  expect(await after2s(hers)).toBe("open")
  await testApp.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`
  expect(await hers.ended).toBe(1008)
  expect(await testApp.database.db.select().from(sessions)).toEqual([])
})

test("a frame that is too large ends its socket, and a goodbye ends all", async () => {
  const [loud, quiet] = [await open(testApp), await open(testApp)]
  loud.socket.send("x".repeat(16 * 1024 + 1))
  expect(await loud.ended).toBe(1009)
  await testApp.app.close()
  expect(await quiet.ended).toBe(1001)
})

const never = { fin: false }
const FLOODS: Record<string, (socket: WebSocket) => void> = {
  messages: (socket) => socket.send("x"),
  pings: (socket) => socket.ping(),
  pongs: (socket) => socket.pong(),
  "parts of a message that never ends": (socket) => socket.send("x", never),
}

test.each(Object.keys(FLOODS))("more %s than a page sends end their socket, and nobody else's", async (flood) => {
  const [loud, quiet] = [await open(testApp), await open(testApp)]
  for (let sent = 0; sent < 29; sent++) FLOODS[flood]?.(loud.socket)
  expect(await Promise.race([loud.ended, answered(loud.socket)])).toBe("open")
  for (let sent = 0; sent < 2; sent++) FLOODS[flood]?.(loud.socket)
  expect([1006, 1008]).toContain(await loud.ended)
  expect(await answered(quiet.socket)).toBe("open")
})

async function answered(socket: WebSocket): Promise<"open"> {
  socket.ping()
  await once(socket, "pong")
  return "open"
}

test("an address may have a hundred sockets, and another one once one of them has gone", async () => {
  const [first] = await Promise.all(Array.from({ length: 100 }, () => open(testApp)))
  expect(await end(dial(testApp))).toBe(429)
  first?.socket.close()
  await first?.ended
  await open(testApp)
  expect(await end(dial(testApp))).toBe(429)
})
