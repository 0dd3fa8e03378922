import {
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from "pg"
import { type ServiceWatch, watchService } from "#platform/service-watch.ts"
import type { Tracing } from "#platform/tracing.ts"
import type { StatementWatch } from "./slow-statements.ts"
import { traceStatement } from "./trace-statements.ts"

/** The connection failed, not the statement; the server may have executed the statement or not. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError"
  readonly code = "CONNECTION_LOST"
}

export interface PoolUsage {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

interface StatementOptions {
  readonly responseMs: number
  readonly doubtMs: number
  readonly answers: () => Promise<boolean>
  readonly isPrepared: boolean
  readonly watch?: StatementWatch | undefined
  readonly tracing?: Tracing | undefined
}

interface PoolOptions extends StatementOptions {
  readonly hosts: { tryEach<T>(connect: () => Promise<T>): Promise<T> }
}

interface LeaseOptions extends StatementOptions {
  /** How long the caller waited for it. */
  readonly waitedMs: number
  readonly health: ServiceWatch
}

export type Statement = string | Pick<QueryConfig, "text" | "name">

/** Adds to `pg.Pool` a timeout per statement and errors with codes. Drizzle recognises a pool by "Pool" in its name. */
export class ConnectionPool {
  readonly #pool: Pool
  readonly #leases = new Set<Lease>()
  readonly #options: PoolOptions
  /** Whether the database answers, as the last statements and new connections tell. */
  readonly health: ServiceWatch = watchService()
  #end: Promise<void> | undefined

  constructor(config: PoolConfig, options: PoolOptions) {
    this.#options = options
    this.#pool = new Pool(config)
    // `pg.Pool` drops a connection that fails while idle. Without a listener its error event would end the process.
    this.#pool.on("error", ignore)
    this.#pool.on("connect", (client) => client.on("error", ignore))
  }

  /** @throws ConnectionError when no connection is free in time; otherwise the error of the server or the system */
  async connect(): Promise<Lease> {
    const calledAt = performance.now()
    const client = await this.#options.hosts
      .tryEach(() => this.#pool.connect())
      .catch((error: Error) => {
        this.health.failed()
        throw "code" in error ? error : new ConnectionError(error.message, { cause: error })
      })
    const waitedMs = performance.now() - calledAt
    const lease = new Lease(client, { ...this.#options, waitedMs, health: this.health }, () =>
      this.#leases.delete(lease),
    )
    this.#leases.add(lease)
    return lease
  }

  /** Whether the database takes writes: through a pooler also a standby answers. */
  async isWritable(): Promise<boolean> {
    const { rows } = await this.query<{ writable: boolean }>("select not pg_is_in_recovery() as writable")
    return rows[0]?.writable === true
  }

  async query<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const lease = await this.connect()
    try {
      return await lease.query<Row>(statement, values)
    } catch (error) {
      if (typeof statement === "string" || !isStale(error)) throw error
      // The tables have changed since the statement was prepared. The server has not executed it.
      return await lease.query<Row>({ ...statement, name: undefined }, values)
    } finally {
      lease.release()
    }
  }

  usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount, options } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max }
  }

  slowStatements(): number {
    return this.#options.watch?.count() ?? 0
  }

  /** Waits at most `graceMs` for running queries, then destroys their connections. */
  end(graceMs = 5_000): Promise<void> {
    this.#end ??= this.#endWithin(graceMs)
    return this.#end
  }

  async #endWithin(graceMs: number): Promise<void> {
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, graceMs)
    await Promise.race([this.#pool.end(), timeout])
    clearTimeout(timer)
    for (const lease of this.#leases) lease.destroy("the pool was closed")
  }
}

/** A connection taken from the pool. Sends one statement at a time, and none after the connection is lost or released. */
export class Lease {
  readonly #client: PoolClient
  readonly #options: LeaseOptions
  readonly #onRelease: () => void
  #lost: ConnectionError | undefined
  #isReleased = false
  #isSuspect = false
  #queue: Promise<unknown> = Promise.resolve()

  constructor(client: PoolClient, options: LeaseOptions, onRelease: () => void) {
    this.#client = client
    this.#options = options
    this.#onRelease = onRelease
    client.on("error", this.#onError)
  }

  query<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<QueryResult<Row>> {
    const { watch, tracing, waitedMs } = this.#options
    const { name, text } = typeof statement === "string" ? { text: statement } : statement
    const execute = () => this.#send<Row>(statement, values)
    const send = tracing ? () => traceStatement(tracing, { name, text }, execute) : execute
    const result = this.#queue.then(watch ? () => watch.watch({ text, waitedMs }, send) : send)
    this.#queue = result.catch(ignore)
    return result
  }

  async #send<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) {
    if (this.#lost) throw this.#lost
    if (this.#isReleased) throw new ConnectionError("the connection was released")
    const { responseMs, doubtMs, answers, isPrepared, health } = this.#options
    let isPending = true
    const timer = setTimeout(() => this.destroy("the server gave no answer in time"), responseMs)
    const doubt = setTimeout(async () => {
      if (!(await answers()) && isPending) this.destroy("the server is silent")
    }, doubtMs)
    try {
      const result = await this.#client.query<Row>(toQuery(statement, isPrepared), [...values])
      health.worked()
      return result
    } catch (error) {
      this.#isSuspect ||= isStale(error) || isFatal(error)
      throw this.#lost ?? error
    } finally {
      isPending = false
      clearTimeout(timer)
      clearTimeout(doubt)
    }
  }

  on(event: "error", listener: (error: Error) => void): void {
    this.#client.on(event, listener)
  }

  off(event: "error", listener: (error: Error) => void): void {
    this.#client.off(event, listener)
  }

  release(error?: Error): void {
    this.#client.off("error", this.#onError)
    this.#client.release(error ?? this.#lost ?? this.#isSuspect)
    this.#isReleased = true
    this.#onRelease()
  }

  destroy(reason: string): void {
    this.#lost ??= new ConnectionError(reason)
    // While a statement is running, `end` closes the socket at once.
    void this.#client.end()
  }

  readonly #onError = (error: Error) => {
    this.#lost ??= new ConnectionError(error.message, { cause: error })
  }
}

function toQuery(statement: Statement, isPrepared: boolean): QueryConfig {
  if (typeof statement === "string") return { text: statement }
  const { name, text } = statement
  // Without Drizzle's own type parsers, which would return the times of raw statements as text.
  return {
    ...statement,
    name: name && isPrepared ? uniqueName(name, text) : undefined,
    types: undefined,
  } as QueryConfig
}

const texts = new Map<string, string[]>()

/** One name may have several texts, such as an insert with and without a column; PostgreSQL needs a name for each. */
function uniqueName(name: string, text: string): string {
  const variants = texts.get(name) ?? []
  if (variants.length === 0) texts.set(name, variants)
  const at = variants.indexOf(text)
  return `${name}_${at === -1 ? variants.push(text) - 1 : at}`
}

/** The plan is older than a change of the tables (0A000), or the server does not have the prepared statement (26000). */
function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "0A000" || error.code === "26000")
}

/** Errors of a server that closes the connection (shutdown, dropped database, idle transaction timeout) or takes no writes. */
function isFatal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08|57P|25006|25P0[34])/.test(error.code ?? "")
}

function ignore(): void {}
