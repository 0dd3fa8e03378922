import type { Duplex } from "node:stream"
import type { LiveMessage } from "@haitech/contract/live"
import type { WebSocket } from "ws"
import type { Member } from "#platform/actor.ts"

interface SocketOwner {
  readonly member: Member
  readonly secret: string
}

export interface Connection {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly owner: SocketOwner | null
  readonly topics: readonly string[]
  isAlive: boolean
  frames: number
}

interface Connections {
  readonly all: ReadonlySet<Connection>
  subscribers(topics: readonly string[]): ReadonlySet<Connection>
  add(connection: Connection): void
}

export const ADMIN_TOPIC = "staff"

/** Our pages send no messages by the socket (D4), so more frames than this come from another client. */
export const MAX_FRAMES = 30
/** A client with more unsent bytes is disconnected; it fetches the missed messages by number later. */
const MAX_BUFFERED_BYTES = 256 * 1024

export function createConnections(): Connections {
  const all = new Set<Connection>()
  const byTopic = new Map<string, Set<Connection>>()

  function unsubscribe(topic: string, connection: Connection): void {
    const subscribers = byTopic.get(topic)
    subscribers?.delete(connection)
    if (subscribers?.size === 0) byTopic.delete(topic)
  }

  return {
    all,
    subscribers: (topics) => new Set(topics.flatMap((topic) => [...(byTopic.get(topic) ?? [])])),
    add(connection) {
      all.add(connection)
      for (const topic of connection.topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(connection))
      attachHandlers(connection)
      connection.socket.on("close", () => {
        all.delete(connection)
        for (const topic of connection.topics) unsubscribe(topic, connection)
      })
    },
  }
}

function attachHandlers(connection: Connection): void {
  const { socket } = connection
  socket.on("error", () => socket.terminate())
  socket.on("pong", () => {
    connection.isAlive = true
  })
  const onFrame = () => {
    connection.frames += 1
    // Not with a close frame: the socket would read more frames until the client answers it.
    if (connection.frames > MAX_FRAMES) socket.terminate()
  }
  for (const frame of ["message", "ping", "pong"]) socket.on(frame, onFrame)
}

export function send(connections: ReadonlySet<Connection>, message: LiveMessage): void {
  const text = JSON.stringify(message)
  for (const { socket, stream } of connections) {
    if (stream.writableLength > MAX_BUFFERED_BYTES) socket.terminate()
    else if (socket.readyState === socket.OPEN) socket.send(text)
  }
}
