import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { setTimeout as pause, setImmediate as soon } from "node:timers/promises"
import Fastify from "fastify"
import { afterEach, beforeEach, expect, test } from "vitest"
import { WebSocket } from "ws"
import { openSockets, type Sockets } from "./sockets.ts"

const SITE = "http://localhost:3000"

const app = () => Fastify({ logger: false })
let server: ReturnType<typeof app>
let sockets: Sockets
/** Upgrades wait until this resolves. */
let topicsReady: Promise<unknown>
const opened: WebSocket[] = []
beforeEach(async () => {
  server = app()
  topicsReady = Promise.resolve()
  sockets = openSockets(server, {
    siteUrl: SITE,
    readCaller: ({ headers }) => ({ address: String(headers["x-test"]), secret: undefined, guest: undefined }),
    authenticateMember: async () => null,
    isSessionOpen: async () => true,
    topicsOf: async () => {
      await topicsReady
      return ["all"]
    },
    recordAdminPresence: async () => undefined,
  })
  await server.listen({ port: 0, host: "127.0.0.1" })
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate()
  sockets.close()
  await server.close()
})

const port = () => (server.server.address() as AddressInfo).port

/** Opens a socket; `outcome` is "open" or the status of the refusal. */
function openSocket(address = "203.0.113.7") {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws`, { headers: { origin: SITE, "x-test": address } })
  opened.push(socket)
  const outcome = new Promise<"open" | number | undefined>((resolve) => {
    socket.on("open", () => resolve("open"))
    socket.on("unexpected-response", (_, { statusCode }) => resolve(statusCode))
    socket.on("error", () => undefined)
  })
  const ended = new Promise<number>((resolve) => socket.on("close", resolve))
  return { socket, outcome, ended }
}

const openMany = (size: number, address?: string) => Array.from({ length: size }, () => openSocket(address))
const outcomes = (sockets: ReturnType<typeof openMany>) => Promise.all(sockets.map(({ outcome }) => outcome))

/** Sends an upgrade request with these headers and returns the status of the refusal. */
async function requestUpgrade(...headers: string[]): Promise<string> {
  const stream = connect(port(), "127.0.0.1")
  const lines = ["GET /ws HTTP/1.1", "host: localhost:3000", "upgrade: websocket", "connection: upgrade", ...headers]
  stream.write(`${lines.join("\r\n")}\r\n\r\n`)
  const [response] = await once(stream, "data")
  // The server closes the connection by itself.
  await once(stream, "close")
  return String(response).slice(9, 12)
}

test("one address may open a hundred sockets, also concurrently, and another address is not affected", async () => {
  let open = () => {}
  topicsReady = new Promise<void>((resolve) => {
    open = resolve
  })
  const many = openMany(110)
  let refused = 0
  for (const { outcome } of many) void outcome.then((status) => (refused += status === 429 ? 1 : 0))
  await expect.poll(() => refused).toBe(10)
  open()
  const results = await outcomes([...many, openSocket("203.0.113.8")])
  expect([results.filter((end) => end === "open").length, results.at(-1)]).toEqual([101, "open"])
})

test("closed sockets and invalid upgrades do not count towards the limit of an address", async () => {
  const many = openMany(100)
  await outcomes(many)
  expect(await openSocket().outcome).toBe(429)
  many[0]?.socket.close()
  await expect.poll(() => openSocket().outcome).toBe("open")
  for (const socket of opened) socket.terminate()
  const origin = [`origin: ${SITE}`, "x-test: 203.0.113.7"]
  const invalid = [origin, [...origin, "sec-websocket-key: x"], [...origin, "sec-websocket-version: 1"]]
  for (let round = 0; round < 34; round++)
    expect(await Promise.all(invalid.map((headers) => requestUpgrade(...headers)))).toEqual(["400", "400", "400"])
  await expect.poll(() => openSocket().outcome).toBe("open")
})

test("a failed upgrade does not count towards the limit of an address", async () => {
  topicsReady = Promise.reject(new Error("the database is unavailable"))
  topicsReady.catch(() => undefined)
  expect(await outcomes(openMany(100))).toEqual(Array(100).fill(503))
  topicsReady = Promise.resolve()
  await expect.poll(() => openSocket().outcome).toBe("open")
})

test("an address may send three hundred upgrade requests between two heartbeats", async () => {
  for (let round = 0; round < 3; round++) {
    const many = openMany(100)
    await outcomes(many)
    for (const { socket } of many) socket.terminate()
    await expect.poll(connections).toBe(0)
  }
  expect([await openSocket().outcome, await openSocket("203.0.113.8").outcome]).toEqual([429, "open"])
})

test("the connection of a refused upgrade is closed", async () => {
  expect(await requestUpgrade("origin: https://evil.test")).toBe("403")
})

test.each<[string, (socket: WebSocket) => void]>([
  ["message", (socket) => socket.send("x")],
  ["ping", (socket) => socket.ping()],
])("thirty frames are accepted, and one more %s closes the socket", async (_, sendOne) => {
  const { socket, outcome, ended } = openSocket()
  await outcome
  for (let frame = 0; frame < 29; frame++) sendOne(socket)
  socket.ping()
  await once(socket, "pong")
  expect(await Promise.race([ended, pause(50, "open")])).toBe("open")
  sendOne(socket)
  expect(await ended).toBe(1006)
})

test("a client that does not read is disconnected, and the others still receive messages", async () => {
  const [stalled, other] = [openSocket("203.0.113.8"), openSocket()]
  await Promise.all([stalled.outcome, other.outcome])
  let received = 0
  other.socket.on("message", () => received++)
  stalled.socket.pause()
  // Longer than real messages, because the system's own buffers take some megabytes first.
  const long = { type: "catch_up", padding: "x".repeat(100_000) } as const
  let sent = 0
  for (; sent < 1000 && (await connections()) === 2; sent++) {
    sockets.publish(["all"], long)
    while (received <= sent) await soon()
  }
  stalled.socket.resume()
  expect([await stalled.ended, other.socket.readyState, received]).toEqual([1006, WebSocket.OPEN, sent])
})

test("shutdown disconnects a client that does not answer the close frame, and refuses pending upgrades", async () => {
  const stalled = openSocket()
  await stalled.outcome
  stalled.socket.pause()
  let open = () => {}
  topicsReady = new Promise<void>((resolve) => {
    open = resolve
  })
  const late = openSocket("203.0.113.8")
  await expect.poll(connections).toBe(2)
  sockets.close()
  open()
  expect(await late.outcome).toBe(503)
  await expect.poll(connections).toBe(0)
})

function connections(): Promise<number> {
  return new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)))
}
