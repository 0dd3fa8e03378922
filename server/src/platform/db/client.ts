import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import type { Client, Pool } from "pg"
import type { Tracing } from "#platform/tracing.ts"
import { configsOf, connect, disconnect, POOL_SETTINGS, type SessionSettings, type Where } from "./connection.ts"
import { clientsOf, createHosts } from "./hosts.ts"
import { Listener } from "./listener.ts"
import { ConnectionPool } from "./pool.ts"
import { createProbe } from "./probe.ts"
import type { StatementWatch } from "./slow-statements.ts"
import { DatabaseUnreachableError, DatabaseUnusableError, systemCode } from "./unusable.ts"

export type Db = NodePgDatabase
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0]

export interface Database {
  readonly db: Db
  readonly pool: ConnectionPool
  readonly listener: Listener
  close(): Promise<void>
}

export interface PoolOptions {
  /** The address of a pooler in transaction mode. Notifications and locks, which it loses, go past it. */
  readonly pooler?: string | undefined
  /** Off for a pooler that does not know prepared statements. */
  readonly isPrepared?: boolean
  readonly max?: number
  /** Milliseconds until a statement without a response is rejected and its connection destroyed. */
  readonly responseMs?: number
  /** Milliseconds until a statement without a response makes the pool ask whether the server still answers. */
  readonly doubtMs?: number
  /** Milliseconds until a wait for a free connection is rejected. */
  readonly waitMs?: number
  readonly watch?: StatementWatch | undefined
  readonly tracing?: Tracing | undefined
  /** Tests hand connections from one pool to the next. */
  readonly reuse?: (Client: ClientClass) => ClientClass
}

type ClientClass = ReturnType<typeof clientsOf>

const IDLE_MS = 60_000
const LIFETIME_S = 30 * 60

/** Connects at the first query. The server cancels a statement after 15 s and a wait for a lock after 5 s. */
export function openDb(where: Where, options: PoolOptions = {}): Database {
  const {
    pooler,
    isPrepared = true,
    max = 10,
    responseMs = 20_000,
    doubtMs = 4_000,
    waitMs = 5_000,
    watch,
    tracing,
    reuse = (Client) => Client,
  } = options
  const hosts = createHosts(pooler ? configsOf(pooler, null) : configsOf(where, POOL_SETTINGS))
  const limits = { connectionTimeoutMillis: waitMs, idleTimeoutMillis: IDLE_MS, maxLifetimeSeconds: LIFETIME_S }
  const Client = clientsOf(hosts, { takesStandby: pooler !== undefined })
  const statements = { responseMs, doubtMs, answers: createProbe(hosts, Client), isPrepared, watch, tracing }
  const pool = new ConnectionPool({ ...limits, max, Client: reuse(Client) }, { ...statements, hosts })
  const listener = new Listener(() => connect(where, {}, { application_name: "haitech listener" }))
  return {
    // Drizzle's type requires more of a pool than Drizzle uses.
    db: drizzle({ client: pool as unknown as Pool }),
    pool,
    listener,
    async close() {
      await Promise.all([listener.close(), pool.end()])
    },
  }
}

/** @throws DatabaseUnusableError when the server does not answer or is older than PostgreSQL 15 */
export async function connectToSupported(where: Where, settings: SessionSettings | null): Promise<Client> {
  const client = await connect(where, settings).catch((error: unknown) => {
    if (error instanceof DatabaseUnusableError) throw error
    if (mayBoot(error)) throw new DatabaseUnreachableError(`The database does not answer: ${describe(error)}`)
    throw new DatabaseUnusableError(`The database cannot be used: ${describe(error)}`, { cause: error })
  })
  try {
    await requireSupported(client)
    return client
  } catch (error) {
    await disconnect(client)
    throw error
  }
}

async function requireSupported(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name`)
  const { version = 0, name } = rows[0] ?? {}
  if (version < MIN_VERSION) throw new DatabaseUnusableError(`PostgreSQL ${name} is too old: 15 or newer is needed.`)
}

const MIN_VERSION = 150_000

/** Not listening, not found, a standby, starting, stopping or full; not a wrong password or certificate. */
const TRANSIENT = /^(E(CONN|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN|NOENT)|CONNECTION_LOST|57P0|53300)/

function mayBoot(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayBoot)
  const code = systemCode(error)
  return code ? TRANSIENT.test(code) : /timeout|terminated/i.test(String(error))
}

function describe(error: unknown): string {
  // The host name has several addresses, and each of them refused.
  if (error instanceof AggregateError) return describe(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const code = "code" in error ? String(error.code) : ""
  return error.message.includes(code) ? error.message : `${error.message} (${code})`
}
