import type { Database } from "./db/client.ts"

/**
 * How the processes of one site hear of each other. What must be heard is told by the transaction that does it, with
 * `pg_notify`; what is merely sooner known that way is told by `tell`, once it is done.
 */
export interface Bus {
  /** Tells every process, this one too, what is at most 8,000 bytes long. */
  tell(channel: string, told: string): Promise<void>
  /**
   * Calls `heard` with what was told on a channel. `missed` is called whenever something may have been told unheard: at
   * the beginning, and after the line to the database was lost.
   */
  hear(channel: string, heard: (told: string) => void, missed: () => void): Promise<{ stop(): Promise<void> }>
}

/** PostgreSQL's LISTEN and NOTIFY: no other engine to run. */
export function databaseBus({ sql }: Pick<Database, "sql">): Bus {
  return {
    async tell(channel, told) {
      // Nothing is written, so nothing need be waited for until it is on the disk.
      await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${told})`
    },
    async hear(channel, heard, missed) {
      const { unlisten } = await sql.listen(channel, heard, missed)
      return { stop: () => unlisten().catch(() => undefined) }
    },
  }
}
