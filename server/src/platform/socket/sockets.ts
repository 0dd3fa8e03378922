import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { LiveMessage } from "@haitech/contract/live"
import type { FastifyInstance } from "fastify"
import { type WebSocket, WebSocketServer } from "ws"
import type { Member } from "#platform/actor.ts"
import { isForeign } from "#platform/http/security.ts"
import { addressSubject } from "#platform/rate-limits/limiter.ts"
import { refuse, refuseUnlessVite } from "./refusals.ts"

/** The owner of a socket; the socket of a visitor without an account has none. */
interface SocketOwner {
  readonly member: Member
  readonly secret: string
}

interface Connection {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly owner: SocketOwner | null
  readonly topics: readonly string[]
  isAlive: boolean
  frames: number
}

/** The caller of an upgrade: its network address (behind trusted proxies) and the secrets of its cookies. */
interface Caller {
  readonly address: string
  readonly secret: string | undefined
  readonly guest: string | undefined
}

interface Options {
  readonly siteUrl: string
  readonly callerOf: (request: IncomingMessage) => Caller
  readonly whoIs: (secret: string) => Promise<Member | null>
  /** Whether a session is still valid, without prolonging it: an open tab is not activity. */
  readonly isOpen: (secret: string) => Promise<boolean>
  /** The topics of a caller, apart from `ADMIN_TOPIC`. */
  readonly topicsOf: (caller: {
    readonly member: Member | null
    readonly guest: string | undefined
  }) => Promise<string[]>
  /** Receives at every heartbeat the ids of the administrators with an open socket. */
  readonly recordAdminPresence: (ids: readonly string[]) => Promise<void>
}

/** Sends a message once to every socket of this process that is subscribed to at least one of the topics. */
export type Publish = (topics: readonly string[], message: LiveMessage) => void

export interface Sockets {
  readonly publish: Publish
  publishToAll(message: LiveMessage): void
  /** Closes the sockets whose session has ended: those of one member, or of all without `userId`. */
  recheck(userId?: string): Promise<void>
  close(): void
}

export const ADMIN_TOPIC = "staff"

const PATH = "/ws"
/** High, because learners share the addresses of their mobile carriers. */
const MAX_PER_ADDRESS = 100
/** Upgrade requests per address between two heartbeats; after a restart all clients reconnect at once. */
const MAX_UPGRADES = 300
const MAX_SOCKETS = 5000
const FRAME_BYTES = 16 * 1024
/** Our pages send no messages by the socket (D4), so more frames than this come from another client. */
const MAX_FRAMES = 30
/** A client with more unsent bytes is disconnected; it fetches the missed messages by number later. */
const MAX_BUFFERED_BYTES = 256 * 1024
const HEARTBEAT_MS = 30_000
/** Sessions also expire, which publishes no event. */
const RECHECK_MS = 5 * 60_000
/** How long a client may take to answer a close frame; a phone without network never does. */
const CLOSE_MS = 2000
/** Close codes (RFC 6455, 7.4). */
const [GOING_AWAY, REFUSED] = [1001, 1008]

/** The live sockets of this process (spec §7 `/ws`), for our own pages; each closes when its session ends (C4, C9, C16). */
export function openSockets(
  app: FastifyInstance,
  { siteUrl, callerOf, whoIs, isOpen, topicsOf, recordAdminPresence }: Options,
): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    maxFragments: MAX_FRAMES,
    perMessageDeflate: false,
  })
  const connections = new Set<Connection>()
  const listeners = new Map<string, Set<Connection>>()
  const openPerAddress = new Map<string, number>()
  const upgradesPerAddress = new Map<string, number>()
  const site = new URL(siteUrl)
  let isClosing = false

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (request.url?.split("?")[0] !== PATH) return refuseUnlessVite(app, stream)
    if (isForeign({ method: "POST", headers: request.headers }, site)) return refuse(stream, "403 Forbidden")
    const { address, secret, guest } = callerOf(request)
    const subject = addressSubject(address)
    upgradesPerAddress.set(subject, (upgradesPerAddress.get(subject) ?? 0) + 1)
    if ((upgradesPerAddress.get(subject) ?? 0) > MAX_UPGRADES) return refuse(stream, "429 Too Many Requests")
    if (connections.size >= MAX_SOCKETS) return refuse(stream, "503 Service Unavailable")
    if ((openPerAddress.get(subject) ?? 0) >= MAX_PER_ADDRESS) return refuse(stream, "429 Too Many Requests")
    // Count before the first await, so that concurrent upgrades count, too. Every connection ends with "close".
    count(subject, 1)
    stream.once("close", () => count(subject, -1))
    const member = secret ? await whoIs(secret) : null
    const topics = [...(await topicsOf({ member, guest })), ...(member?.isAdmin ? [ADMIN_TOPIC] : [])]
    if (stream.destroyed) return
    if (isClosing) return refuse(stream, "503 Service Unavailable")
    server.handleUpgrade(request, stream, head, (socket) => {
      const owner = member && secret ? { member, secret } : null
      addConnection({ socket, stream, owner, topics, isAlive: true, frames: 0 })
    })
  }

  function count(subject: string, change: number): void {
    const sockets = (openPerAddress.get(subject) ?? 0) + change
    if (sockets > 0) openPerAddress.set(subject, sockets)
    else openPerAddress.delete(subject)
  }

  function addConnection(connection: Connection): void {
    const { socket, topics, owner } = connection
    connections.add(connection)
    for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(connection))
    const onFrame = () => {
      connection.frames += 1
      // Not with a close frame: the socket would read more frames until the client answers it.
      if (connection.frames > MAX_FRAMES) socket.terminate()
    }
    for (const frame of ["message", "ping", "pong"]) socket.on(frame, onFrame)
    socket.on("pong", () => {
      connection.isAlive = true
    })
    socket.on("error", () => socket.terminate())
    socket.on("close", () => {
      connections.delete(connection)
      for (const topic of topics) unsubscribe(topic, connection)
    })
    if (owner?.member.isAdmin) reportPresence([owner.member.id])
    // The session may have ended while the socket was opening.
    void closeIfSignedOut(connection)
  }

  function unsubscribe(topic: string, connection: Connection): void {
    const subscribers = listeners.get(topic)
    subscribers?.delete(connection)
    if (subscribers?.size === 0) listeners.delete(topic)
  }

  async function closeIfSignedOut({ socket, owner }: Connection): Promise<void> {
    if (owner && !(await isOpen(owner.secret).catch(() => true))) socket.close(REFUSED, "signed out")
  }

  const reportPresence = (ids: readonly string[]) => void recordAdminPresence(ids).catch(() => undefined)
  const recheck = async (userId?: string) => {
    const candidates = [...connections].filter(
      ({ owner }) => owner && (userId === undefined || owner.member.id === userId),
    )
    await Promise.all(candidates.map(closeIfSignedOut))
  }
  const heartbeat = setInterval(() => {
    upgradesPerAddress.clear()
    reportPresence([...new Set([...(listeners.get(ADMIN_TOPIC) ?? [])].flatMap(({ owner }) => owner?.member.id ?? []))])
    for (const connection of connections) {
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.frames = 0
      connection.socket.ping()
    }
    send(connections, { type: "beat" })
  }, HEARTBEAT_MS).unref()
  const recheckTimer = setInterval(() => void recheck(), RECHECK_MS).unref()
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy())
    upgrade(request, stream, head).catch(() => refuse(stream, "503 Service Unavailable"))
  }
  app.server.on("upgrade", onUpgrade)

  return {
    recheck,
    publish(topics, message) {
      const subscribers = new Set(topics.flatMap((topic) => [...(listeners.get(topic) ?? [])]))
      send(subscribers, message)
    },
    publishToAll: (message) => send(connections, message),
    close() {
      isClosing = true
      clearInterval(heartbeat)
      clearInterval(recheckTimer)
      app.server.off("upgrade", onUpgrade)
      for (const { socket } of connections) socket.close(GOING_AWAY)
      setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, CLOSE_MS).unref()
    },
  }
}

function send(connections: ReadonlySet<Connection>, message: LiveMessage): void {
  const frame = textFrame(JSON.stringify(message))
  for (const { socket, stream } of connections) {
    if (stream.writableLength > MAX_BUFFERED_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) stream.write(frame)
  }
}

/** A text frame (RFC 6455, 5.2), encoded once for all subscribers; `ws` would encode it for each socket. */
function textFrame(message: string): Buffer {
  const text = Buffer.from(message)
  const { length } = text
  const low = [length >> 8, length & 255].map((byte) => byte & 255)
  const high = [0, 0, 0, 0, length >>> 24, (length >> 16) & 255]
  const size = length < 126 ? [length] : length < 65_536 ? [126, ...low] : [127, ...high, ...low]
  return Buffer.concat([Buffer.from([0x81, ...size]), text])
}
