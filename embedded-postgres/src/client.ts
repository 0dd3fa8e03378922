import { dirname } from "node:path"
import pg from "pg"
import type { Connection } from "./connection.ts"

export interface Client {
  /** Several statements are one transaction. @returns the last one's rows. @throws Error with the SQLSTATE as `code`. */
  query(sql: string): Promise<(string | null)[][]>
  ended(): Promise<void>
  /** Waits, at most five seconds, until the server has forgotten the connection. */
  close(): Promise<void>
}

const DEADLINE_MS = 10_000
const CLOSE_MS = 5_000
const PORT_OF_SOCKET = 5432

/** @throws Error whose `code` is the system's or the SQLSTATE. */
export async function openClient(connection: Connection, applicationName: string): Promise<Client> {
  const { user, database } = connection
  const client = new pg.Client({
    ...("path" in connection ? { host: dirname(connection.path), port: PORT_OF_SOCKET } : connection),
    user,
    database,
    ssl: false,
    types: { getTypeParser: () => String },
    application_name: applicationName,
    connectionTimeoutMillis: DEADLINE_MS,
    query_timeout: DEADLINE_MS,
    statement_timeout: 5_000,
  })
  client.on("error", () => {}) // Without a listener a lost connection would end the process.
  const ended = new Promise<void>((resolve) => client.once("end", resolve))
  await client.connect()
  return {
    async query(text) {
      const result: pg.QueryArrayResult | pg.QueryArrayResult[] = await client.query({ text, rowMode: "array" })
      return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? []
    },
    ended: () => ended,
    async close() {
      const late = setTimeout(() => client.connection.stream.destroy(), CLOSE_MS)
      await client.end()
      clearTimeout(late)
    },
  }
}
