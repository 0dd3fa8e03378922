import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { killServer } from "@haitech/embedded-postgres/testing"
import { expect, test } from "vitest"
import { openDb, type Sql } from "./db.ts"
import { startLoad } from "./membership-load.ts"
import { preparedDataDir, removeDataDir, startProduct } from "./product.ts"
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

const CUT_MS = 1_000
/** Longer than the product waits for a response of its database. By hand, up to 300 and more. */
const SILENCE_MS = Number(process.env["SILENCE_SECONDS"] ?? 15) * 1_000
/** Ten seconds, and as many on a busy machine. */
const MAX_RESPONSE_MS = 20_000
const MAX_RECOVERY_MS = 20_000
/** Ten connections of the pool, and one for LISTEN. */
const CONNECTIONS_PER_PROCESS = 11

/** The faults of the database or of the connection to it, by name. */
const FAULTS: Readonly<Record<string, (proxy: TcpProxy, dataDir: string) => Promise<void>>> = {
  async "is killed"(_proxy, dataDir) {
    await killServer(join(dataDir, "postgres"))
  },
  async "is cut off for a second"(proxy) {
    proxy.stall()
    proxy.resetConnections()
    await sleep(CUT_MS)
    proxy.resetConnections()
    proxy.resume()
  },
  async "does not respond"(proxy) {
    proxy.stall()
    await sleep(SILENCE_MS)
    proxy.resume()
  },
}

test.each([1, 2])(
  "under load %d process(es) lose no acknowledged write, answer every request and recover from every database fault",
  async (count) => {
    const dataDir = preparedDataDir()
    // This process runs and restarts the database; it gets no load.
    const databaseHost = await startProduct(dataDir)
    const proxy = await openTcpProxy()
    const connection = readConnection(join(dataDir, "postgres"))
    if (!connection || !("path" in connection)) throw new Error("the product has no embedded database")
    const { path, user, database } = connection
    proxy.forwardTo(path)
    const settings = { DATABASE_URL: proxy.url.replace("http://", `postgres://${user}@`) + `/${database}` }
    const products = await Promise.all(Array.from({ length: count }, () => startProduct(dataDir, settings)))
    const urls = products.map(({ url }) => url)
    const sql = openDb(dataDir)

    for (const [name, inject] of Object.entries(FAULTS)) {
      const load = startLoad(urls, name.replaceAll(" ", "-"))
      await load.waitForMore(20)
      await inject(proxy, dataDir)
      // Every process recovers by itself, and every writer gets a response.
      await load.waitForMore(20 * count)
      for (const url of urls)
        await expect.poll(() => fetchStatus(`${url}/readyz`), { timeout: MAX_RECOVERY_MS }).toBe(200)
      const { acknowledged, slowestMs } = await load.stop()
      expect(await findLost(sql, acknowledged), name).toEqual([])
      expect(await findWithoutEmail(sql), name).toEqual([])
      expect(slowestMs, name).toBeLessThan(MAX_RESPONSE_MS)
      expect(await countConnections(sql), name).toBeLessThanOrEqual(CONNECTIONS_PER_PROCESS * (count + 1))
    }
    await sql.end()
    for (const product of [...products, databaseHost]) await product.stop()
    await proxy.close()
    removeDataDir(dataDir)
  },
)

async function fetchStatus(url: string): Promise<number> {
  return (await fetch(url)).status
}

async function findLost(sql: Sql, acknowledged: readonly string[]): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`select email from memberships where email = any(${acknowledged})`
  const stored = new Set(rows.map(({ email }) => email))
  return acknowledged.filter((email) => !stored.has(email))
}

/** Finds memberships without a welcome email in the outbox: one transaction writes both. */
function findWithoutEmail(sql: Sql) {
  return sql`
    select email from memberships
    where not exists (select from outbox where starts_with(key, 'membership.welcome:' || memberships.id))`
}

async function countConnections(sql: Sql): Promise<number> {
  return (await sql`select from pg_stat_activity where application_name = 'haitech'`).length
}
