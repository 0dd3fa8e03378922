import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { readConnection } from "@haitech/embedded-postgres/connection"
import { killServer } from "@haitech/embedded-postgres/testing"
import { expect, test } from "vitest"
import { openDb, type Sql } from "./db.ts"
import { newDataDir, removeDataDir, startProduct } from "./product.ts"
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.ts"

const WRITERS = 8
const SHORT_MS = 1_000
/** Longer than the product waits for an answer of its database. */
const LONG_MS = 30_000
/** A wait for a connection, an answer that does not come, and room for a busy machine. */
const ANSWERED_WITHIN_MS = 45_000
/** Ten of the pool, and the one that listens. */
const CONNECTIONS = 11

/** What happens to the database, and to the line that leads to it. */
const FAULTS: Readonly<Record<string, (line: TcpProxy, dataDir: string) => Promise<void>>> = {
  async "is killed"(_line, dataDir) {
    await killServer(join(dataDir, "postgres"))
  },
  async "is cut off for a second"(line) {
    line.choke()
    line.cut()
    await sleep(SHORT_MS)
    line.cut()
    line.mend()
  },
  async "says nothing for half a minute"(line) {
    line.choke()
    await sleep(LONG_MS)
    line.mend()
  },
}

test.each([1, 2])(
  "under load %d process(es) lose nothing acknowledged, answer every call and recover, whatever their database does",
  async (count) => {
    const dataDir = newDataDir()
    // Runs the database, brings it back, and is left alone.
    const keeper = await startProduct(dataDir)
    const line = await openTcpProxy()
    const connection = readConnection(join(dataDir, "postgres"))
    if (!connection || !("path" in connection)) throw new Error("the product has no embedded database")
    const { path, user, database } = connection
    line.lead(path)
    const settings = { DATABASE_URL: line.url.replace("http://", `postgres://${user}@`) + `/${database}` }
    const products = await Promise.all(Array.from({ length: count }, () => startProduct(dataDir, settings)))
    const urls = products.map(({ url }) => url)
    const sql = openDb(dataDir)

    for (const [name, happens] of Object.entries(FAULTS)) {
      const load = startLoad(urls, name.replaceAll(" ", "-"))
      await load.acknowledges(20)
      await happens(line, dataDir)
      // Every process works again by itself, and every writer has had an answer meanwhile.
      await load.acknowledges(20 * count)
      for (const url of urls) await expect.poll(() => statusOf(`${url}/readyz`), { timeout: 60_000 }).toBe(200)
      const { acknowledged, slowestMs } = await load.end()
      expect(await lost(sql, acknowledged), name).toEqual([])
      expect(await halves(sql), name).toEqual([])
      expect(slowestMs, name).toBeLessThan(ANSWERED_WITHIN_MS)
      expect(await connections(sql), name).toBeLessThanOrEqual(CONNECTIONS * (count + 1))
    }
    await sql.end()
    for (const product of [...products, keeper]) await product.stop()
    await line.close()
    removeDataDir(dataDir)
  },
)

/** Writers that join one member after the other, at each process in turn. */
function startLoad(urls: readonly string[], mark: string) {
  const acknowledged: string[] = []
  let isOver = false
  let slowestMs = 0
  const write = async (writer: number) => {
    for (let number = 0; !isOver; number++) {
      const email = `${mark}-${writer}-${number}@example.org`
      const began = performance.now()
      const status = await joinAt(urls[(writer + number) % urls.length] ?? "", email)
      slowestMs = Math.max(slowestMs, performance.now() - began)
      if (status === 201) acknowledged.push(email)
      else if (status !== 503) throw new Error(`a join was answered with ${status}`)
      else await sleep(50)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return {
    /** Waits for so many more. */
    async acknowledges(more: number) {
      const goal = acknowledged.length + more
      const enough = async () => {
        while (acknowledged.length < goal) await sleep(10)
      }
      await Promise.race([enough(), writing])
    },
    async end() {
      isOver = true
      await writing
      return { acknowledged, slowestMs }
    },
  }
}

async function joinAt(url: string, email: string): Promise<number> {
  const answer = await fetch(`${url}/api/membership`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ti Jan", email }),
  })
  await answer.arrayBuffer()
  return answer.status
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status
}

async function lost(sql: Sql, acknowledged: readonly string[]): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`select email from memberships where email = any(${acknowledged})`
  const kept = new Set(rows.map(({ email }) => email))
  return acknowledged.filter((email) => !kept.has(email))
}

/** Members without a letter in the outbox: the two are written in one transaction. */
function halves(sql: Sql) {
  return sql`
    select email from memberships
    where not exists (select from outbox where starts_with(key, 'membership.welcome:' || memberships.id))`
}

async function connections(sql: Sql): Promise<number> {
  return (await sql`select from pg_stat_activity where application_name = 'haitech'`).length
}
