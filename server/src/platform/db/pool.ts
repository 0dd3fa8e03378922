import {
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
} from "pg"

/** The connection failed, not the statement: whether the server has executed it is not known. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError"
  readonly code = "CONNECTION_LOST"
}

/** The text, and a name under which the server keeps the statement prepared. */
export type Statement = string | Pick<QueryConfig, "text" | "name">

/**
 * Connections of node-postgres for Drizzle, which asks for no more than `query` and `connect`, and recognises a pool by
 * "Pool" in the name of its class. Beyond what `pg.Pool` does:
 * - a statement without an answer is rejected after `answerMs`, and its connection is destroyed;
 * - a refused statement costs no connection; a connection that cannot be trusted is never used again;
 * - an error of a connection has a code (`ConnectionError`), and none ends the process.
 */
export class ConnectionPool {
  readonly #pool: Pool
  readonly #leases = new Set<Lease>()
  readonly #answerMs: number
  #end: Promise<void> | undefined

  constructor(config: PoolConfig, answerMs: number) {
    this.#answerMs = answerMs
    this.#pool = new Pool(config)
    // `pg.Pool` drops a connection that fails while idle. The error event of one without a listener ends the process.
    this.#pool.on("error", ignore)
    this.#pool.on("connect", (client) => client.on("error", ignore))
  }

  /** @throws ConnectionError when there is no connection in time; else the error of who refused it */
  async connect(): Promise<Lease> {
    const client = await this.#pool.connect().catch((error: Error) => {
      throw "code" in error ? error : new ConnectionError(error.message, { cause: error })
    })
    const lease = new Lease(client, this.#answerMs, () => this.#leases.delete(lease))
    this.#leases.add(lease)
    return lease
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
      // The tables have changed since the statement was prepared. It was refused before it did anything.
      return await lease.query<Row>({ ...statement, name: undefined }, values)
    } finally {
      lease.release()
    }
  }

  /** Waits for running queries, at most `graceMs`; then their connections are destroyed. */
  end(graceMs = 5_000): Promise<void> {
    this.#end ??= this.#endWithin(graceMs)
    return this.#end
  }

  async #endWithin(graceMs: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, graceMs)
    await Promise.race([this.#pool.end(), late])
    clearTimeout(timer)
    for (const lease of this.#leases) lease.destroy("the pool was closed")
  }
}

/** A connection while somebody has it. Statements are sent one at a time, and none once it is lost or released. */
export class Lease {
  readonly #client: PoolClient
  readonly #answerMs: number
  readonly #onRelease: () => void
  #lost: ConnectionError | undefined
  #isSuspect = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(client: PoolClient, answerMs: number, onRelease: () => void) {
    this.#client = client
    this.#answerMs = answerMs
    this.#onRelease = onRelease
    client.on("error", this.#onError)
  }

  query<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<QueryResult<Row>> {
    const result = this.#turn.then(() => this.#send<Row>(statement, values))
    this.#turn = result.catch(ignore)
    return result
  }

  async #send<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) {
    if (this.#lost) throw this.#lost
    const late = setTimeout(() => this.destroy("the server gave no answer in time"), this.#answerMs)
    try {
      // Drizzle sends parsers of its own along, which would give times of raw statements as text.
      const config =
        typeof statement === "string"
          ? { text: statement }
          : { ...statement, name: statement.name && uniqueName(statement.name, statement.text), types: undefined }
      return await this.#client.query<Row>(config as QueryConfig, [...values])
    } catch (error) {
      this.#isSuspect ||= isStale(error) || isFatal(error)
      throw this.#lost ?? error
    } finally {
      clearTimeout(late)
    }
  }

  on(event: "error", listener: (error: Error) => void): void {
    this.#client.on(event, listener)
  }

  off(event: "error", listener: (error: Error) => void): void {
    this.#client.off(event, listener)
  }

  /** Gives the connection back, or destroys it when it failed. What is sent later is rejected: it belongs to others. */
  release(error?: Error): void {
    this.#client.off("error", this.#onError)
    this.#client.release(error ?? this.#lost ?? this.#isSuspect)
    this.#lost ??= new ConnectionError("the connection was released")
    this.#onRelease()
  }

  /** Rejects what is running, without waiting for the server. */
  destroy(reason: string): void {
    this.#lost ??= new ConnectionError(reason)
    // With a statement under way, this closes the socket at once.
    void this.#client.end()
  }

  readonly #onError = (error: Error) => {
    this.#lost ??= new ConnectionError(error.message, { cause: error })
  }
}

const texts = new Map<string, string[]>()

/** A statement may have one name and several texts, such as an insert with and without a column; PostgreSQL wants one. */
function uniqueName(name: string, text: string): string {
  const known = texts.get(name) ?? []
  if (known.length === 0) texts.set(name, known)
  const at = known.indexOf(text)
  return `${name}_${at === -1 ? known.push(text) - 1 : at}`
}

/** A plan of before the tables changed (0A000), or a prepared statement that the server does not have (26000). */
function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === "0A000" || error.code === "26000")
}

/** After these the server closes the connection: shutdown, a dropped database, a transaction that idled too long. */
function isFatal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(08|57P|25P0[34])/.test(error.code ?? "")
}

function ignore(): void {}
