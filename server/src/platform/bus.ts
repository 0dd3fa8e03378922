import type { Database } from "./db/client.ts"

/**
 * How the processes of one site hear of each other. What must be heard is told by the transaction that does it, with
 * `pg_notify`; what is merely sooner known that way is told by `tell`, once it is done.
 */
export interface Bus {
  /** Tells every process, this one too, what is at most 8,000 bytes long. */
  publish(channel: string, payload: string): Promise<void>
  /**
   * Calls `heard` with what was told on a channel. `onGap` is called whenever something may have been told unheard: at
   * the beginning, and after the line to the database was lost.
   */
  subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onGap: () => void,
  ): Promise<{ stop(): Promise<void> }>
}

/** PostgreSQL's LISTEN and NOTIFY: no other engine to run. */
export function databaseBus({ pool, listener }: Pick<Database, "pool" | "listener">): Bus {
  return {
    async publish(channel, payload) {
      await pool.query(TELL, [channel, payload])
    },
    subscribe: (channel, onMessage, onGap) => listener.listen(channel, onMessage, onGap),
  }
}

const TELL = {
  name: "bus_tell",
  // Nothing is written, so nothing need be waited for until it is on the disk.
  text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
}
