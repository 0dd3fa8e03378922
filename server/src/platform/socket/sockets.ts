import type { LiveMessage } from "@haitech/contract/live"
import type { FastifyInstance } from "fastify"
import { createAddressLimits } from "./address-limits.ts"
import { ADMIN_TOPIC, type Connection, createConnections, send } from "./connections.ts"
import { acceptUpgrades, type UpgradeOptions } from "./upgrade.ts"

interface Options extends UpgradeOptions {
  /** Whether a session is still valid, without prolonging it: an open tab is not activity. */
  readonly isSessionOpen: (secret: string) => Promise<boolean>
  /** Receives at every heartbeat the ids of the administrators with an open socket. */
  readonly recordAdminPresence: (ids: readonly string[]) => Promise<void>
}

export type Publish = (topics: readonly string[], message: LiveMessage) => void

export interface Sockets {
  readonly publish: Publish
  publishToAll(message: LiveMessage): void
  count(): number
  /** Closes the sockets whose session has ended: those of one member, or of all without `userId`. */
  recheck(userId?: string): Promise<void>
  close(): void
}

const MAX_SOCKETS = 5000
const HEARTBEAT_MS = 30_000
/** Sessions also expire, which publishes no event. */
const RECHECK_MS = 5 * 60_000
/** How long a client may take to answer a close frame; a phone without network never does. */
const CLOSE_MS = 2000
const [GOING_AWAY, REFUSED] = [1001, 1008]

/** The live sockets of this process (spec §7 `/ws`), for our own pages; each closes when its session ends (C4, C9, C16). */
export function openSockets(app: FastifyInstance, options: Options): Sockets {
  const { isSessionOpen, recordAdminPresence } = options
  const connections = createConnections()
  const limits = createAddressLimits()
  let isClosing = false

  const closeIfSignedOut = async ({ socket, owner }: Connection) => {
    if (owner && !(await isSessionOpen(owner.secret).catch(() => true))) socket.close(REFUSED, "signed out")
  }
  const reportPresence = (ids: readonly string[]) => void recordAdminPresence(ids).catch(() => undefined)
  const recheck = async (userId?: string) => {
    const candidates = [...connections.all].filter(
      ({ owner }) => owner && (userId === undefined || owner.member.id === userId),
    )
    await Promise.all(candidates.map(closeIfSignedOut))
  }
  const stopUpgrades = acceptUpgrades(app, options, {
    limits,
    hasCapacity: () => !isClosing && connections.all.size < MAX_SOCKETS,
    onConnection(connection) {
      connections.add(connection)
      if (connection.owner?.member.isAdmin) reportPresence([connection.owner.member.id])
      // The session may have ended while the socket was opening.
      void closeIfSignedOut(connection)
    },
  })
  const heartbeat = setInterval(() => {
    limits.resetUpgrades()
    reportPresence(ownerIds(connections.subscribers([ADMIN_TOPIC])))
    disconnectUnanswering(connections.all)
    send(connections.all, { type: "beat" })
  }, HEARTBEAT_MS).unref()
  const recheckTimer = setInterval(() => void recheck(), RECHECK_MS).unref()

  return {
    recheck,
    publish: (topics, message) => send(connections.subscribers(topics), message),
    publishToAll: (message) => send(connections.all, message),
    count: () => connections.all.size,
    close() {
      isClosing = true
      clearInterval(heartbeat)
      clearInterval(recheckTimer)
      stopUpgrades()
      closeAll(connections.all)
    },
  }
}

function ownerIds(connections: ReadonlySet<Connection>): string[] {
  return [...new Set([...connections].flatMap(({ owner }) => owner?.member.id ?? []))]
}

function disconnectUnanswering(connections: ReadonlySet<Connection>): void {
  for (const connection of connections) {
    if (!connection.isAlive) connection.socket.terminate()
    connection.isAlive = false
    connection.frames = 0
    connection.socket.ping()
  }
}

function closeAll(connections: ReadonlySet<Connection>): void {
  for (const { socket } of connections) socket.close(GOING_AWAY)
  setTimeout(() => {
    for (const { socket } of connections) socket.terminate()
  }, CLOSE_MS).unref()
}
