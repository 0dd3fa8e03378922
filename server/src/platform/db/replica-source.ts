import type { Client, ClientConfig, PoolClient } from "pg"
import type { PoolOptions } from "./client.ts"
import { disconnect } from "./connection.ts"
import { clientsOf, createHosts } from "./hosts.ts"
import { ConnectionError, ConnectionPool } from "./pool.ts"
import { hasSettings, serverOf } from "./pooler.ts"
import { createProbe } from "./probe.ts"
import { type Position, readReplicaPosition } from "./replica-position.ts"

export interface ReplicaAddress {
  readonly url: string
  /** Whether it leads to a pooler, which gives connections their settings. */
  readonly isPooled: boolean
}

/** `promoted`: a primary; `foreign`: of another database or history; `settings`: its pooler lacks `connect_query`. */
export type ReplicaFault = "silent" | "late" | "promoted" | "foreign" | "settings"

export class ReplicaUnusableError extends Error {
  override readonly name = "ReplicaUnusableError"
  readonly code: ReplicaFault

  constructor(code: ReplicaFault) {
    super(`the replica is ${code}`)
    this.code = code
  }
}

/** One connection that measures, and a pool for reads: all of them to the same run of the same server. */
export interface ReplicaSource {
  readonly pool: ConnectionPool
  readonly lost: Promise<void>
  /** How far the replica has come in the history of `primary`. @throws ReplicaUnusableError when it has another one */
  positionIn(primary: Position): Promise<bigint>
  close(): Promise<void>
}

export type SourceOptions = Pick<PoolOptions, "isPrepared" | "max" | "watch" | "tracing">

const ANSWER_MS = 2_000
const IDLE_MS = 60_000
const LIFETIME_S = 30 * 60

export async function openSource(host: ClientConfig, options: SourceOptions): Promise<ReplicaSource> {
  const hosts = createHosts([host])
  const ReplicaClient = clientsOf(hosts, { takesStandby: true })
  const client = new ReplicaClient({ connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  client.on("error", () => undefined)
  const lost = new Promise<void>((resolve) => client.once("end", resolve))
  try {
    await client.connect()
    const server = await serverOf(client)
    if (!(await hasSettings(client))) throw new ReplicaUnusableError("settings")
    const { max = 10, isPrepared = true, watch, tracing } = options
    const limits = { connectionTimeoutMillis: ANSWER_MS, idleTimeoutMillis: IDLE_MS, maxLifetimeSeconds: LIFETIME_S }
    const statements = { responseMs: 20_000, doubtMs: 4_000, isPrepared, watch, tracing }
    const pool = new ConnectionPool(
      {
        ...limits,
        max,
        Client: ReplicaClient,
        verify: (other, done) => requireServer(other, server).then(() => done(), done),
      },
      { ...statements, answers: createProbe(hosts, ReplicaClient), hosts },
    )
    return { pool, lost, positionIn: (primary) => positionIn(client, primary), close: () => close(pool, client) }
  } catch (error) {
    await disconnect(client)
    throw error
  }
}

async function close(pool: ConnectionPool, client: Client): Promise<void> {
  // Statements that wait for a silent replica are repeated on the primary.
  await Promise.all([pool.end(0), disconnect(client)])
}

/** The address may lead to several replicas, or the replica may have started again with an older state. */
async function requireServer(client: PoolClient, expected: string | undefined): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), ANSWER_MS)
  try {
    if ((await serverOf(client)) !== expected) throw new ConnectionError("another server answers")
  } finally {
    clearTimeout(timer)
  }
}

async function positionIn(client: Client, primary: Position): Promise<bigint> {
  const { isStandby, history, at } = await readReplicaPosition(client)
  if (!isStandby) throw new ReplicaUnusableError("promoted")
  if (history !== primary.history) throw new ReplicaUnusableError("foreign")
  return at
}
