import { drizzle } from "drizzle-orm/node-postgres"
import type { Pool, QueryResult, QueryResultRow } from "pg"
import type { Database, Db } from "./client.ts"
import type { ConnectionPool, Lease, Statement } from "./pool.ts"
import type { Replica } from "./replica.ts"

/** Chooses the database of each read that may be some seconds old. */
export interface Reads {
  /** `writtenAt` is when the reader last wrote something, in milliseconds of `now`. */
  dbFor(writtenAt: number): Db
  now(): number
  count(): ReadCounts
}

type Followed = Pick<Replica, "freshAt" | "pool">

export interface ReadCounts {
  readonly replica: number
  readonly primary: number
  /** Statements that failed on the replica, and went to the primary. */
  readonly repeated: number
  readonly lagSeconds: number
}

/** The clocks of two processes, or of two databases, may differ by as much. */
const MARGIN_MS = 5_000

export function createReads({ db, pool }: Pick<Database, "db" | "pool">, replica: Followed, now: () => Date): Reads {
  const counts = { replica: 0, primary: 0 }
  const reading = new ReadPool(pool, replica)
  // Drizzle's type requires more of a pool than Drizzle uses.
  const replicaDb = drizzle({ client: reading as unknown as Pool })
  return {
    dbFor(writtenAt) {
      const isFresh = replica.pool() !== undefined && replica.freshAt() > writtenAt + MARGIN_MS
      counts[isFresh ? "replica" : "primary"]++
      return isFresh ? replicaDb : db
    },
    now: () => now().getTime(),
    count: () => ({
      ...counts,
      repeated: reading.repeated,
      lagSeconds: (now().getTime() - replica.freshAt()) / 1000,
    }),
  }
}

/** Sends single statements to the replica. A transaction, and a statement that fails there, goes to the primary. */
class ReadPool {
  readonly #primary: ConnectionPool
  readonly #replica: Followed
  repeated = 0

  constructor(primary: ConnectionPool, replica: Followed) {
    this.#primary = primary
    this.#replica = replica
  }

  connect(): Promise<Lease> {
    return this.#primary.connect()
  }

  async query<Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const replica = this.#replica.pool()
    if (!replica) return this.#primary.query<Row>(statement, values)
    try {
      return await replica.query<Row>(statement, values)
    } catch {
      this.repeated++
      return this.#primary.query<Row>(statement, values)
    }
  }
}
