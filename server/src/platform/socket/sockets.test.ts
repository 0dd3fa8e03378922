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
/** Who asks for a socket waits until this is done. */
let known: Promise<unknown>
const opened: WebSocket[] = []
beforeEach(async () => {
  server = app()
  known = Promise.resolve()
  sockets = openSockets(server, {
    siteUrl: SITE,
    callerOf: ({ headers }) => ({ address: String(headers["x-test"]), secret: undefined, guest: undefined }),
    whoIs: async () => null,
    isOpen: async () => true,
    topicsOf: async () => {
      await known
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

/** "open", or the status it is refused with. */
function dial(address = "203.0.113.7") {
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

const crowd = (size: number, address?: string) => Array.from({ length: size }, () => dial(address))
const outcomes = (lines: ReturnType<typeof crowd>) => Promise.all(lines.map(({ outcome }) => outcome))

/** A request for a socket that is none, and what it is answered. */
async function knock(...headers: string[]): Promise<string> {
  const stream = connect(port(), "127.0.0.1")
  const lines = ["GET /ws HTTP/1.1", "host: localhost:3000", "upgrade: websocket", "connection: upgrade", ...headers]
  stream.write(`${lines.join("\r\n")}\r\n\r\n`)
  const [answer] = await once(stream, "data")
  // The other end is to let go by itself.
  await once(stream, "close")
  return String(answer).slice(9, 12)
}

test("of a crowd from one address a hundred get in, also when all are still opening; another address is not refused", async () => {
  let open = () => {}
  known = new Promise<void>((resolve) => {
    open = resolve
  })
  const many = crowd(110)
  let refused = 0
  for (const { outcome } of many) void outcome.then((status) => (refused += status === 429 ? 1 : 0))
  await expect.poll(() => refused).toBe(10)
  open()
  const ends = await outcomes([...many, dial("203.0.113.8")])
  expect([ends.filter((end) => end === "open").length, ends.at(-1)]).toEqual([101, "open"])
})

test("who goes makes room, and who never became a socket takes none", async () => {
  const many = crowd(100)
  await outcomes(many)
  expect(await dial().outcome).toBe(429)
  many[0]?.socket.close()
  await expect.poll(() => dial().outcome).toBe("open")
  for (const socket of opened) socket.terminate()
  const origin = [`origin: ${SITE}`, "x-test: 203.0.113.7"]
  const bent = [origin, [...origin, "sec-websocket-key: x"], [...origin, "sec-websocket-version: 1"]]
  for (let round = 0; round < 34; round++)
    expect(await Promise.all(bent.map((headers) => knock(...headers)))).toEqual(["400", "400", "400"])
  await expect.poll(() => dial().outcome).toBe("open")
})

test("a request that breaks in the middle gives its place back", async () => {
  known = Promise.reject(new Error("the database is away"))
  known.catch(() => undefined)
  expect(await outcomes(crowd(100))).toEqual(Array(100).fill(503))
  known = Promise.resolve()
  await expect.poll(() => dial().outcome).toBe("open")
})

test("an address knocks three hundred times between two heartbeats, and no more", async () => {
  for (let round = 0; round < 3; round++) {
    const many = crowd(100)
    await outcomes(many)
    for (const { socket } of many) socket.terminate()
    await expect.poll(connections).toBe(0)
  }
  expect([await dial().outcome, await dial("203.0.113.8").outcome]).toEqual([429, "open"])
})

test("a connection that was refused is not held open", async () => {
  expect(await knock("origin: https://evil.test")).toBe("403")
})

test.each<[string, (socket: WebSocket) => void]>([
  ["message", (socket) => socket.send("x")],
  ["ping", (socket) => socket.ping()],
])("thirty frames are borne, one more %s ends the socket", async (_, sendOne) => {
  const { socket, outcome, ended } = dial()
  await outcome
  for (let frame = 0; frame < 29; frame++) sendOne(socket)
  socket.ping()
  await once(socket, "pong")
  expect(await Promise.race([ended, pause(50, "open")])).toBe("open")
  sendOne(socket)
  expect(await ended).toBe(1006)
})

test("who does not read is cut off, and the others are told on", async () => {
  const [deaf, other] = [dial("203.0.113.8"), dial()]
  await Promise.all([deaf.outcome, other.outcome])
  let heard = 0
  other.socket.on("message", () => heard++)
  deaf.socket.pause()
  // Longer than what is ever told: the system's own buffers take some megabytes first.
  const long = { type: "catch_up", padding: "x".repeat(100_000) } as const
  let told = 0
  for (; told < 1000 && (await connections()) === 2; told++) {
    sockets.publish(["all"], long)
    while (heard <= told) await soon()
  }
  deaf.socket.resume()
  expect([await deaf.ended, other.socket.readyState, heard]).toEqual([1006, WebSocket.OPEN, told])
})

test("whoever does not answer the goodbye is cut off, and whoever is still at the door does not come in", async () => {
  const deaf = dial()
  await deaf.outcome
  deaf.socket.pause()
  let open = () => {}
  known = new Promise<void>((resolve) => {
    open = resolve
  })
  const late = dial("203.0.113.8")
  await expect.poll(connections).toBe(2)
  sockets.close()
  open()
  expect(await late.outcome).toBe(503)
  await expect.poll(connections).toBe(0)
})

function connections(): Promise<number> {
  return new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)))
}
