import type { Database } from "./db/client.ts"

/** A message that must arrive is sent by its transaction with `pg_notify`; `publish` only speeds things up. */
export interface Bus {
  /** Sends at most 8,000 bytes to every process, including this one. */
  publish(channel: string, payload: string): Promise<void>
  /** Whether what other processes send arrives. */
  isConnected(): boolean
  /** Calls `onGap` when messages may have been missed: at the beginning and after a lost connection. */
  subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onGap: () => void,
  ): Promise<{ stop(): Promise<void> }>
}

export function databaseBus({ pool, listener }: Pick<Database, "pool" | "listener">): Bus {
  return {
    async publish(channel, payload) {
      await pool.query(PUBLISH, [channel, payload])
    },
    isConnected: () => listener.isConnected(),
    subscribe: (channel, onMessage, onGap) => listener.listen(channel, onMessage, onGap),
  }
}

const PUBLISH = {
  name: "bus_tell",
  // A notification writes nothing, so the commit need not wait for the disk.
  text: "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
}
