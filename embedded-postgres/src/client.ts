import { dirname } from "node:path"
import pg from "pg"
import type { Connection } from "./connection.ts"

/** One connection for the package's own few statements; applications open their own. */
export interface Client {
  /**
   * Runs one query, or several in one transaction.
   * @returns the rows of the last one, each column as text.
   * @throws Error with the SQLSTATE as `code`.
   */
  query(sql: string): Promise<(string | null)[][]>
  /** Waits until either side ends the connection. */
  ended(): Promise<void>
  /** Ends the connection and waits, at most five seconds, until the server has forgotten it. */
  close(): Promise<void>
}

const DEADLINE_MS = 10_000
const CLOSE_MS = 5_000
const PORT_OF_SOCKET = 5432

/** @throws Error when the server cannot be reached or refuses; its `code` is the system's or the SQLSTATE. */
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
  // A lost connection rejects its queries; without a listener it would also end the process.
  client.on("error", () => {})
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
