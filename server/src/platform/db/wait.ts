import { setTimeout as pause } from "node:timers/promises"
import { connectToSupported } from "./client.ts"
import { disconnect, type Where } from "./connection.ts"
import { DatabaseUnreachableError, DatabaseUnusableError } from "./unusable.ts"

interface Waiting {
  readonly seconds: number
  readonly log: (line: string) => void
  readonly signal?: AbortSignal
}

const PAUSE_MS = 500

/** A pooler in transaction mode gives the connection of an idle client to another one: notifications and locks get lost. */
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
  "DATABASE_URL is a pooler in transaction mode, which loses notifications and locks: use its session mode, or no pooler."

/** A database may boot later than this process. @throws DatabaseUnusableError at once when waiting cannot help */
export async function waitForDatabase(where: Where, { seconds, log, signal }: Waiting): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (let attempt = 1; ; attempt++) {
    try {
      return await requireSessions(where)
    } catch (error) {
      if (!(error instanceof DatabaseUnreachableError)) throw error
      if (performance.now() >= deadline || signal?.aborted) throw error
      if (attempt === 1) log(`${error.message}. Waiting for it, up to ${seconds} seconds.`)
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}
