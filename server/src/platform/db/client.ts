import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import type { Options, PostgresType, Sql } from "postgres"
import { postgres } from "./driver.ts"
import { DatabaseUnusableError } from "./unusable.ts"

/** Where a server listens: a unix socket (`path`) or a loopback port with a password. */
export type Address = { user: string; database: string } & (
  | { path: string }
  | { host: string; port: number; password: string }
)
/** The database to use: a `postgres://` URL, or a server that this product started itself. */
export type Where = string | { readonly address: Address }

export type Db = PostgresJsDatabase
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0]
export type { Sql } from "postgres"

export interface Database {
  readonly db: Db
  /** The driver under `db`, for what an ORM cannot say (LISTEN, locks). The same pool. */
  readonly sql: Sql
  /** Waits at most five seconds for running queries. */
  close(): Promise<void>
}

interface Pool {
  /** Connections at most; ten when not said. */
  readonly max?: number
}

/**
 * Opens a pool. Nothing is sent until the first query; a lost server is found again by the next one. A query ends after
 * 15 seconds, a wait for a lock after 5 (SQLSTATE 57014 and 55P03).
 */
export function openDb(where: Where, { max = 10 }: Pool = {}): Database {
  const sql = connect(where, { max, connection: { statement_timeout: 15_000, lock_timeout: 5_000 } })
  const db = drizzle({ client: sql })
  // Drizzle makes the shared driver leave times as text; its columns take a Date as well, and so does everyone else.
  sql.options.parsers[TIMESTAMPTZ] = (text: string) => new Date(text)
  return { db, sql, close: () => sql.end({ timeout: 5 }) }
}

const TIMESTAMPTZ = 1184

/** A bare driver for the few who need a connection of their own. */
export function connect(where: Where, options: Options<Record<string, PostgresType>>): Sql {
  const all = { ...common, ...options, connection: { ...common.connection, ...options.connection } }
  if (typeof where !== "string") return postgres({ ...endpoint(where.address), ...all })
  // The driver's own complaint about an address would quote it, password and all.
  if (!URL.canParse(where))
    throw new DatabaseUnusableError("DATABASE_URL is not an address (postgres://user@host/name).")
  return postgres(where, all)
}

const common = {
  connect_timeout: 10,
  // Seconds. The driver's own grows to twenty: a server that is back would stay unused that long.
  backoff: (retries: number) => Math.min(0.02 * 2 ** retries, 1),
  // The driver would print notices, and a notice may quote a row.
  onnotice: () => {},
  connection: { application_name: "haitech", idle_in_transaction_session_timeout: 30_000, TimeZone: "UTC" },
} satisfies Options<Record<string, PostgresType>>

function endpoint(address: Address) {
  if (!("path" in address)) return address
  // The driver splits host names at commas, so the socket's path must not pass through them.
  return { ...address, host: "localhost", port: 5432 }
}

/** @throws DatabaseUnusableError when nobody answers, or what answers is older than PostgreSQL 15. */
export async function requireSupportedServer(sql: Sql): Promise<void> {
  const [row] = await sql<[{ version: number; name: string }]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name
  `.catch((error: unknown) => {
    throw new DatabaseUnusableError(`The database does not answer: ${reason(error)}`)
  })
  if (row.version < OLDEST) throw new DatabaseUnusableError(`PostgreSQL ${row.name} is too old: 15 or newer is needed.`)
}

const OLDEST = 150_000

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = "code" in error ? String(error.code) : error.name
  return error.message.includes(code) ? error.message : `${error.message} (${code})`
}
