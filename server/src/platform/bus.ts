import type { Database } from "./db/client.ts"

/** How the processes of one site hear of each other. Told is what commits: `pg_notify` in the transaction itself. */
export interface Bus {
  /**
   * Calls `heard` with what was told on a channel. `missed` is called whenever something may have been told unheard: at
   * the beginning, and after the line to the database was lost.
   */
  hear(channel: string, heard: (told: string) => void, missed: () => void): Promise<{ stop(): Promise<void> }>
}

/** PostgreSQL's LISTEN and NOTIFY: no other engine to run. What is told must fit into 8,000 bytes. */
export function databaseBus({ sql }: Pick<Database, "sql">): Bus {
  return {
    async hear(channel, heard, missed) {
      const { unlisten } = await sql.listen(channel, heard, missed)
      return { stop: () => unlisten().catch(() => undefined) }
    },
  }
}
