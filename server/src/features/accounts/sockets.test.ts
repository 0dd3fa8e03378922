import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { type Browser, createTestApp, openBrowser, PASSWORD, register, signInAsAdmin, type TestApp } from "#testing.ts"
import { sessions } from "./table.ts"

const SITE = "http://localhost:3000"
const STRONG = "Anba-pye-mango-7!"

let testApp: TestApp
let otherApp: TestApp
const opened: WebSocket[] = []
beforeEach(async () => {
  testApp = await createTestApp()
  otherApp = await createTestApp({ database: testApp.database })
  for (const { app } of [testApp, otherApp]) await app.listen({ port: 0, host: "127.0.0.1" })
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  await otherApp.close()
  await testApp.close()
})

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port

function connect(on: TestApp, headers: Record<string, string> = { origin: SITE }, path = "/ws"): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(on)}${path}`, { headers })
  opened.push(socket)
  return socket
}

/** Waits for the close code, or for the HTTP status of a refused upgrade. */
function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on("close", resolve)
    socket.on("unexpected-response", (_request, { statusCode = 0 }) => resolve(statusCode))
    socket.on("error", () => undefined)
  })
}

async function open(on: TestApp, browser?: Browser) {
  const socket = connect(on, { origin: SITE, ...(browser && { cookie: browser.cookie() }) })
  await once(socket, "open")
  return { socket, ended: closeCode(socket) }
}

/**
 * The close code of a socket, or "open" when it answers. A test asks after another socket of the same process has closed,
 * because the process closes all sockets of an ended session at once (security AU-03).
 */
function stateOf({ socket, ended }: Awaited<ReturnType<typeof open>>): Promise<number | "open"> {
  return Promise.race([ended, ping(socket)])
}

async function ping(socket: WebSocket): Promise<"open"> {
  socket.ping()
  await once(socket, "pong")
  return "open"
}

const signIn = async () => {
  const browser = openBrowser(testApp)
  await browser.send("POST", "/api/auth/login", { usernameOrEmail: "ada", password: PASSWORD })
  return browser
}

test.each([
  ["from another origin", { origin: "https://evil.test" }, "/ws", 403],
  ["with a cookie and without an origin", { cookie: "session=x" }, "/ws", 403],
  ["to another path", { origin: SITE }, "/wss", 404],
])("a socket %s is refused", async (_, headers, path, status) => {
  expect(await closeCode(connect(testApp, headers, path))).toBe(status)
})

test("a visitor's socket opens and stays open when a session ends", async () => {
  const visitor = await open(testApp)
  const ada = await register(testApp, "ada")
  const { ended } = await open(testApp, ada)
  await ada.send("DELETE", "/api/user/sessions")
  expect(await ended).toBe(1008)
  expect(await stateOf(visitor)).toBe("open")
})

type Ada = Awaited<ReturnType<typeof register>>

const ENDINGS: Record<string, (ada: Ada) => Promise<unknown>> = {
  "signing out everywhere": (ada) => ada.send("DELETE", "/api/user/sessions"),
  "a password reset": async (ada) => {
    await ada.send("POST", "/api/auth/password/forgot", { usernameOrEmail: "ada" })
    const [, token] = /token=(\w+)/.exec((await testApp.deliver()).at(-1)?.text ?? "") ?? []
    return ada.send("POST", "/api/auth/password/reset", { userId: ada.id, token, newPassword: STRONG })
  },
  "a change of role": async ({ id: userId }) =>
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
  "deleting the account": (ada) => ada.send("DELETE", "/api/user", { currentPassword: PASSWORD }),
}

test.each(Object.keys(ENDINGS))("%s ends the sessions and sockets of one user in both processes", async (ending) => {
  const [ada, eve] = [await register(testApp, "ada"), await register(testApp, "eve")]
  const phone = await signIn()
  const adasSockets = await Promise.all([
    open(testApp, ada),
    open(otherApp, ada),
    open(testApp, phone),
    open(otherApp, phone),
  ])
  const evesSocket = await open(otherApp, eve)
  await ENDINGS[ending]?.(ada)
  const statuses = await Promise.all(
    [testApp, otherApp].flatMap((server) =>
      [ada, phone].map((browser) => server.send({ url: "/api/auth/user", headers: { cookie: browser.cookie() } })),
    ),
  )
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  expect(await Promise.all(adasSockets.map(({ ended }) => ended))).toEqual([1008, 1008, 1008, 1008])
  expect(await stateOf(evesSocket)).toBe("open")
})

test("a password change closes the sockets of the other sessions and keeps those of the current one", async () => {
  const ada = await register(testApp, "ada")
  const phone = await signIn()
  const [own, others] = [await open(otherApp, ada), await open(otherApp, phone)]
  await ada.send("POST", "/api/auth/password/change", { currentPassword: PASSWORD, newPassword: "another one" })
  expect([await others.ended, await stateOf(own)]).toEqual([1008, "open"])
})

test("signing out closes the sockets of this session and keeps the others", async () => {
  const ada = await register(testApp, "ada")
  const phone = await signIn()
  const [own, others] = [await open(otherApp, ada), await open(otherApp, phone)]
  await ada.send("POST", "/api/auth/logout")
  expect([await own.ended, await stateOf(others)]).toEqual([1008, "open"])
})

test("a session that ended while the database connection was lost closes its socket after the reconnect", async () => {
  const ada = await register(testApp, "ada")
  const socket = await open(otherApp, ada)
  // An opening socket checks its session once more.
  await expect.poll(() => otherApp.database.pool.usage()).toMatchObject({ busy: 0, waiting: 0 })
  await testApp.database.sql`delete from sessions where sess ->> 'userId' = ${ada.id}`
  expect(await stateOf(socket)).toBe("open")
  await testApp.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'haitech listener'`
  expect(await socket.ended).toBe(1008)
  expect(await testApp.database.db.select().from(sessions)).toEqual([])
})

test("a frame that is too large closes its socket, and a shutdown closes all sockets", async () => {
  const [flooding, other] = [await open(testApp), await open(testApp)]
  flooding.socket.send("x".repeat(16 * 1024 + 1))
  expect(await flooding.ended).toBe(1009)
  await testApp.app.close()
  expect(await other.ended).toBe(1001)
})

const unfinished = { fin: false }
const FLOODS: Record<string, (socket: WebSocket) => void> = {
  messages: (socket) => socket.send("x"),
  pings: (socket) => socket.ping(),
  pongs: (socket) => socket.pong(),
  "fragments of an unfinished message": (socket) => socket.send("x", unfinished),
}

test.each(Object.keys(FLOODS))("too many %s close the sender's socket and no other", async (flood) => {
  const [flooding, other] = [await open(testApp), await open(testApp)]
  for (let count = 0; count < 29; count++) FLOODS[flood]?.(flooding.socket)
  expect(await Promise.race([flooding.ended, ping(flooding.socket)])).toBe("open")
  for (let count = 0; count < 2; count++) FLOODS[flood]?.(flooding.socket)
  expect([1006, 1008]).toContain(await flooding.ended)
  expect(await ping(other.socket)).toBe("open")
})

test("an IP address may have 100 sockets at a time", async () => {
  const [first] = await Promise.all(Array.from({ length: 100 }, () => open(testApp)))
  expect(await closeCode(connect(testApp))).toBe(429)
  first?.socket.close()
  await first?.ended
  await open(testApp)
  expect(await closeCode(connect(testApp))).toBe(429)
})
