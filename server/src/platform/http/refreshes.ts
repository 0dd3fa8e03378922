import { setTimeout as pause } from "node:timers/promises"
import type { WatchedTable } from "#platform/db/changes.ts"
import { createRounds } from "#platform/rounds.ts"

const AGE_MS = 30_000
/** However often a table changes. */
const PAUSE_MS = 1000

/** Readings that are repeated at a change of their tables, and every 30 seconds. */
export function createRefreshes() {
  const refreshes: { readonly tables: readonly string[]; readonly request: () => void }[] = []
  return {
    add(tables: readonly WatchedTable[], refresh: () => Promise<void>): void {
      const rounds = createRounds(async () => {
        await refresh()
        await pause(PAUSE_MS, undefined, { ref: false })
      })
      // While the database is unavailable everything stays as it is.
      const request = () => void rounds.request().catch(() => undefined)
      refreshes.push({ tables, request })
      setInterval(request, AGE_MS).unref()
    },
    /** Without a table requests all. */
    request(table?: string): void {
      for (const { tables, request } of refreshes) if (table === undefined || tables.includes(table)) request()
    },
  }
}
