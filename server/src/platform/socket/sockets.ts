import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { FastifyInstance } from "fastify"
import { type WebSocket, WebSocketServer } from "ws"
import type { Member } from "#platform/actor.ts"
import { isForeign } from "#platform/http/security.ts"
import { addressSubject } from "#platform/limits/limiter.ts"

/** Whose a socket is: a visitor without an account has nobody's. */
interface Whose {
  readonly member: Member
  readonly secret: string
}

interface Line {
  readonly socket: WebSocket
  readonly subject: string
  readonly whose: Whose | null
  isAlive: boolean
}

interface Options {
  readonly siteUrl: string
  /** Of the request that asks for a socket: its address (trusted proxies taken off), and the session's secret. */
  readonly callerOf: (request: IncomingMessage) => { readonly address: string; readonly secret: string | undefined }
  readonly whoIs: (secret: string) => Promise<Member | null>
  /** The same without prolonging the session: a tab left open is no visit. */
  readonly isOpen: (secret: string) => Promise<boolean>
}

export interface Sockets {
  /** Closes those of a member's sockets whose session is gone; of everybody, when it is not known whose. */
  recheck(userId?: string): Promise<void>
  close(): void
}

const PATH = "/ws"
/** Learners share addresses of their carriers. */
const MOST_PER_ADDRESS = 100
const MOST = 5000
const FRAME_BYTES = 16 * 1024
const HEARTBEAT_MS = 30_000
/** Sessions also run out by themselves, which nobody tells. */
const RECHECK_MS = 5 * 60_000
/** Close codes (RFC 6455, 7.4). */
const [GOING_AWAY, REFUSED] = [1001, 1008]

/** The live sockets of this process (§7 `/ws`): opened by pages of ours, and shut when their session ends (C4, C9, C16). */
export function openSockets(app: FastifyInstance, { siteUrl, callerOf, whoIs, isOpen }: Options): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES, perMessageDeflate: false })
  const lines = new Set<Line>()
  const site = new URL(siteUrl)

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (request.url?.split("?")[0] !== PATH) return elsewhere(app, stream)
    if (isForeign({ method: "POST", headers: request.headers }, site)) return refuse(stream, "403 Forbidden")
    const { address, secret } = callerOf(request)
    const subject = addressSubject(address)
    if (lines.size >= MOST) return refuse(stream, "503 Service Unavailable")
    if (shareOf(subject) >= MOST_PER_ADDRESS) return refuse(stream, "429 Too Many Requests")
    const member = secret ? await whoIs(secret) : null
    server.handleUpgrade(request, stream, head, (socket) => {
      admit({ socket, subject, whose: member && secret ? { member, secret } : null, isAlive: true })
    })
  }

  function admit(line: Line): void {
    const { socket } = line
    lines.add(line)
    socket.on("pong", () => {
      line.isAlive = true
    })
    socket.on("error", () => socket.terminate())
    socket.on("close", () => lines.delete(line))
    // The session may have ended while the socket was opening.
    void check(line)
  }

  async function check({ socket, whose }: Line): Promise<void> {
    if (whose && !(await isOpen(whose.secret).catch(() => true))) socket.close(REFUSED, "signed out")
  }

  const shareOf = (subject: string) => [...lines].filter((line) => line.subject === subject).length
  const recheck = async (userId?: string) => {
    const asked = [...lines].filter(({ whose }) => whose && (userId === undefined || whose.member.id === userId))
    await Promise.all(asked.map(check))
  }
  const beat = setInterval(() => {
    for (const line of lines) {
      if (!line.isAlive) line.socket.terminate()
      line.isAlive = false
      line.socket.ping()
    }
  }, HEARTBEAT_MS).unref()
  const round = setInterval(() => void recheck(), RECHECK_MS).unref()
  const hear = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy())
    upgrade(request, stream, head).catch(() => refuse(stream, "503 Service Unavailable"))
  }
  app.server.on("upgrade", hear)

  return {
    recheck,
    close() {
      clearInterval(beat)
      clearInterval(round)
      app.server.off("upgrade", hear)
      for (const { socket } of lines) socket.close(GOING_AWAY)
    },
  }
}

/** While developing, Vite has a socket of its own on this server; without it nobody else answers. */
function elsewhere(app: FastifyInstance, stream: Duplex): void {
  if (app.server.listenerCount("upgrade") === 1) refuse(stream, "404 Not Found")
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
