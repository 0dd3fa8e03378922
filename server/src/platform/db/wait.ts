import { setTimeout as pause } from "node:timers/promises"
import { connectToSupported, type PoolOptions } from "./client.ts"
import { disconnect, type Where } from "./connection.ts"
import { requireUsablePooler } from "./pooler.ts"
import { DatabaseUnreachableError, DatabaseUnusableError, systemCode } from "./unusable.ts"

interface Waiting {
  readonly seconds: number
  readonly log: (line: string) => void
  readonly signal?: AbortSignal
  readonly pool?: Pick<PoolOptions, "pooler" | "isPrepared">
}

const PAUSE_MS = 500
/** PostgreSQL knows all that are sent. */
const UNKNOWN_PARAMETER = "08P01"

async function requireSessions(where: Where): Promise<void> {
  const clients = [await connectToSupported(where, {}), await connectToSupported(where, {})]
  try {
    const backends = new Set<number | undefined>()
    for (const client of clients) {
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
      backends.add(rows[0]?.pid)
    }
    if (backends.size < clients.length) throw new DatabaseUnusableError(POOLED)
  } finally {
    for (const client of clients) await disconnect(client)
  }
}

const POOLED =
  "The database is a pooler, which in transaction mode loses notifications and locks: LISTEN_DATABASE_URL must lead past it."

/** A database may boot later than this process. @throws DatabaseUnusableError at once when waiting cannot help */
export async function waitForDatabase(where: Where, { seconds, log, signal, pool }: Waiting): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (let attempt = 1; ; attempt++) {
    try {
      await requireSessions(where)
      if (pool?.pooler) await requireUsablePooler(where, pool.pooler, pool.isPrepared ?? true)
      return
    } catch (error) {
      if (systemCode((error as Error).cause) === UNKNOWN_PARAMETER) throw new DatabaseUnusableError(POOLED)
      if (!(error instanceof DatabaseUnreachableError)) throw error
      if (performance.now() >= deadline || signal?.aborted) throw error
      if (attempt === 1) log(`${error.message}. Waiting for it, up to ${seconds} seconds.`)
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
