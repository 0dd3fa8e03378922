import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Client, openClient } from "./client.ts"
import type { Endpoint, Names } from "./connection.ts"
import type { DataDir } from "./data-dir.ts"
import { ensureDatabase } from "./database.ts"
import { probe } from "./probe.ts"

/** Shows that a process uses the server: the kernel closes it with the process, however that ends. */
export interface LivenessConnection {
  close(): Promise<void>
}

const LIVENESS = "embedded-postgres liveness"

export async function openLiveness(endpoint: Endpoint, names: Names, onLost: () => void): Promise<LivenessConnection> {
  const client = await openClient(superuser(endpoint), LIVENESS)
  let isClosing = false
  const close = async () => {
    isClosing = true
    await client.close()
  }
  try {
    await ensureDatabase(client, names, endpoint)
  } catch (error) {
    await close()
    throw error
  }
  void client.ended().then(() => {
    if (!isClosing) onLost()
  })
  return { close }
}

export async function countLiveness(endpoint: Endpoint): Promise<number> {
  const sql = `select count(*) from pg_stat_activity where application_name = '${LIVENESS}'`
  return await withClient(endpoint, async (client) => Number((await client.query(sql))[0]?.[0])).catch(() => 0)
}

export type Answer = "ours" | "foreign" | "busy" | "none"

export async function identify(dir: DataDir, endpoint: Endpoint): Promise<Answer> {
  const listener = await probe(endpoint)
  if (listener !== "postgres") return ({ other: "foreign", silent: "busy", none: "none" } as const)[listener]
  try {
    const rows = await withClient(endpoint, (client) => client.query("select pg_read_file('postmaster.pid')"))
    // Compared by content, because the same directory can have another path in another container.
    return rows[0]?.[0] === readFileSync(join(dir.cluster, "postmaster.pid"), "utf8") ? "ours" : "foreign"
  } catch {
    return "busy" // The server is starting, stopping, full, or it ended meanwhile.
  }
}

async function withClient<T>(endpoint: Endpoint, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(superuser(endpoint), "embedded-postgres")
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

function superuser(endpoint: Endpoint) {
  return { user: "postgres", database: "postgres", ...endpoint }
}
