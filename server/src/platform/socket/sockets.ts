import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { LiveMessage } from "@haitech/contract/live"
import type { FastifyInstance } from "fastify"
import { type WebSocket, WebSocketServer } from "ws"
import type { Member } from "#platform/actor.ts"
import { isForeign } from "#platform/http/security.ts"
import { addressSubject } from "#platform/rate-limits/limiter.ts"
import { elsewhere, refuse } from "./refusals.ts"

/** Whose a socket is: a visitor without an account has nobody's. */
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
  /** Since the last heartbeat. */
  frames: number
}

/** What a request for a socket shows: its address (trusted proxies taken off), and the secrets of its cookies. */
interface Caller {
  readonly address: string
  readonly secret: string | undefined
  readonly guest: string | undefined
}

interface Options {
  readonly siteUrl: string
  readonly callerOf: (request: IncomingMessage) => Caller
  readonly whoIs: (secret: string) => Promise<Member | null>
  /** The same without prolonging the session: a tab left open is no visit. */
  readonly isOpen: (secret: string) => Promise<boolean>
  /** What a caller is told of, beside what administrators are. */
  readonly topicsOf: (caller: {
    readonly member: Member | null
    readonly guest: string | undefined
  }) => Promise<string[]>
  /** Told at every heartbeat which administrators have a socket. */
  readonly recordAdminPresence: (ids: readonly string[]) => Promise<void>
}

/** Sends a message to every socket of this process that listens to one of the topics, once. */
export type Publish = (topics: readonly string[], message: LiveMessage) => void

export interface Sockets {
  readonly publish: Publish
  publishToAll(message: LiveMessage): void
  /** Closes those of a member's sockets whose session is gone; of everybody, when it is not known whose. */
  recheck(userId?: string): Promise<void>
  close(): void
}

/** What every administrator is told of. */
export const ADMIN_TOPIC = "staff"

const PATH = "/ws"
/** Learners share addresses of their carriers. */
const MOST_PER_ADDRESS = 100
/** Requests for one between two heartbeats: after a restart all of them come back at once. */
const MOST_UPGRADES = 300
const MOST = 5000
const FRAME_BYTES = 16 * 1024
/** Nothing is asked for by the socket (D4): whoever sends that much is no page of ours. */
const MOST_FRAMES = 30
/** Who does not take what it is told is cut off, and finds what it missed by number. */
const MOST_WAITING_BYTES = 256 * 1024
const HEARTBEAT_MS = 30_000
/** Sessions also run out by themselves, which nobody tells. */
const RECHECK_MS = 5 * 60_000
/** Who does not answer a goodbye by then is cut off: a phone that lost its line never does. */
const GOODBYE_MS = 2000
/** Close codes (RFC 6455, 7.4). */
const [GOING_AWAY, REFUSED] = [1001, 1008]

/** The live sockets of this process (§7 `/ws`): opened by pages of ours, and shut when their session ends (C4, C9, C16). */
export function openSockets(
  app: FastifyInstance,
  { siteUrl, callerOf, whoIs, isOpen, topicsOf, recordAdminPresence }: Options,
): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_BYTES,
    maxFragments: MOST_FRAMES,
    perMessageDeflate: false,
  })
  const connections = new Set<Connection>()
  const listeners = new Map<string, Set<Connection>>()
  const shares = new Map<string, number>()
  const knocks = new Map<string, number>()
  const site = new URL(siteUrl)
  let isClosing = false

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (request.url?.split("?")[0] !== PATH) return elsewhere(app, stream)
    if (isForeign({ method: "POST", headers: request.headers }, site)) return refuse(stream, "403 Forbidden")
    const { address, secret, guest } = callerOf(request)
    const subject = addressSubject(address)
    knocks.set(subject, (knocks.get(subject) ?? 0) + 1)
    if ((knocks.get(subject) ?? 0) > MOST_UPGRADES) return refuse(stream, "429 Too Many Requests")
    if (connections.size >= MOST) return refuse(stream, "503 Service Unavailable")
    if ((shares.get(subject) ?? 0) >= MOST_PER_ADDRESS) return refuse(stream, "429 Too Many Requests")
    // Counted before anything is waited for: a crowd that comes at once is one, too. Whatever becomes of the request, its
    // connection ends.
    count(subject, 1)
    stream.once("close", () => count(subject, -1))
    const member = secret ? await whoIs(secret) : null
    const topics = [...(await topicsOf({ member, guest })), ...(member?.isAdmin ? [ADMIN_TOPIC] : [])]
    if (stream.destroyed) return
    if (isClosing) return refuse(stream, "503 Service Unavailable")
    server.handleUpgrade(request, stream, head, (socket) => {
      const owner = member && secret ? { member, secret } : null
      admit({ socket, stream, owner, topics, isAlive: true, frames: 0 })
    })
  }

  function count(subject: string, more: number): void {
    const share = (shares.get(subject) ?? 0) + more
    if (share > 0) shares.set(subject, share)
    else shares.delete(subject)
  }

  function admit(connection: Connection): void {
    const { socket, topics, owner } = connection
    connections.add(connection)
    for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(connection))
    const heard = () => {
      connection.frames += 1
      // Not by a goodbye: until it is answered, all that still comes would be read.
      if (connection.frames > MOST_FRAMES) socket.terminate()
    }
    for (const frame of ["message", "ping", "pong"]) socket.on(frame, heard)
    socket.on("pong", () => {
      connection.isAlive = true
    })
    socket.on("error", () => socket.terminate())
    socket.on("close", () => {
      connections.delete(connection)
      for (const topic of topics) leave(topic, connection)
    })
    if (owner?.member.isAdmin) note([owner.member.id])
    // The session may have ended while the socket was opening.
    void check(connection)
  }

  function leave(topic: string, connection: Connection): void {
    const hearing = listeners.get(topic)
    hearing?.delete(connection)
    if (hearing?.size === 0) listeners.delete(topic)
  }

  async function check({ socket, owner }: Connection): Promise<void> {
    if (owner && !(await isOpen(owner.secret).catch(() => true))) socket.close(REFUSED, "signed out")
  }

  const note = (ids: readonly string[]) => void recordAdminPresence(ids).catch(() => undefined)
  const recheck = async (userId?: string) => {
    const asked = [...connections].filter(({ owner }) => owner && (userId === undefined || owner.member.id === userId))
    await Promise.all(asked.map(check))
  }
  const beat = setInterval(() => {
    knocks.clear()
    note([...new Set([...(listeners.get(ADMIN_TOPIC) ?? [])].flatMap(({ owner }) => owner?.member.id ?? []))])
    for (const connection of connections) {
      if (!connection.isAlive) connection.socket.terminate()
      connection.isAlive = false
      connection.frames = 0
      connection.socket.ping()
    }
    send(connections, { type: "beat" })
  }, HEARTBEAT_MS).unref()
  const round = setInterval(() => void recheck(), RECHECK_MS).unref()
  const hear = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy())
    upgrade(request, stream, head).catch(() => refuse(stream, "503 Service Unavailable"))
  }
  app.server.on("upgrade", hear)

  return {
    recheck,
    publish(topics, message) {
      const hearing = new Set(topics.flatMap((topic) => [...(listeners.get(topic) ?? [])]))
      send(hearing, message)
    },
    publishToAll: (message) => send(connections, message),
    close() {
      isClosing = true
      clearInterval(beat)
      clearInterval(round)
      app.server.off("upgrade", hear)
      for (const { socket } of connections) socket.close(GOING_AWAY)
      setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, GOODBYE_MS).unref()
    },
  }
}

function send(connections: ReadonlySet<Connection>, message: LiveMessage): void {
  const frame = textFrame(JSON.stringify(message))
  for (const { socket, stream } of connections) {
    if (stream.writableLength > MOST_WAITING_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) stream.write(frame)
  }
}

/** What a server sends, made once for all who hear it (RFC 6455, 5.2): `ws` would make it again for each. */
function textFrame(message: string): Buffer {
  const text = Buffer.from(message)
  const { length } = text
  const low = [length >> 8, length & 255].map((byte) => byte & 255)
  const high = [0, 0, 0, 0, length >>> 24, (length >> 16) & 255]
  const size = length < 126 ? [length] : length < 65_536 ? [126, ...low] : [127, ...high, ...low]
  return Buffer.concat([Buffer.from([0x81, ...size]), text])
}
