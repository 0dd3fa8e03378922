import { setTimeout as sleep } from "node:timers/promises"
import { sql as text } from "drizzle-orm"
import { expect, type TestContext, test } from "vitest"
import { freshDatabase } from "./testing.ts"
import { openTestDb } from "./testing-sql.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"

const LOST = { code: "CONNECTION_LOST" }
/** Long enough for a healthy statement on a busy machine. */
const RESPONSE_MS = 2_000

/** A pool behind a TCP proxy, and `readNotes` on a direct connection. */
async function openThroughProxy(
  { onTestFinished }: TestContext,
  { max = 2, responseMs = RESPONSE_MS, doubtMs = 60_000, waitMs = 5_000 } = {},
) {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  await fresh.sql`create table notes (text text)`
  const proxy = await openTcpProxy(fresh.connection, onTestFinished)
  const database = openTestDb(proxy.where, { max, responseMs, doubtMs, waitMs })
  onTestFinished(database.close)
  const numbers = () => Promise.all([1, 2, 3, 4].map((n) => database.sql`select ${n}::int as n`))
  return { ...database, proxy, numbers, readNotes: () => fresh.sql`select text from notes` }
}

const FOUR = [[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]

test.concurrent("a statement without a response is rejected, and the pool recovers when the server responds again", async (context) => {
  const { sql, proxy, numbers } = await openThroughProxy(context)
  expect(await numbers()).toEqual(FOUR)
  proxy.stall()
  const results = await Promise.allSettled([sql`select 1`, sql`select 2`])
  expect(results).toMatchObject([{ reason: LOST }, { reason: LOST }])
  await context.expect.poll(proxy.count).toBe(0)
  proxy.resume()
  expect(await numbers()).toEqual(FOUR)
})

test.concurrent("a silent server is told from a slow one long before the timeout of a statement", async (context) => {
  const { sql, proxy, numbers } = await openThroughProxy(context, { responseMs: 600_000, doubtMs: 500 })
  expect(await sql`select 1 as n from pg_sleep(1.5)`).toEqual([{ n: 1 }])
  proxy.stall()
  await expect(sql`select 1`).rejects.toMatchObject(LOST)
  await context.expect.poll(proxy.count).toBe(0)
  proxy.resume()
  expect(await numbers()).toEqual(FOUR)
})

test.concurrent("a late response within the timeout is accepted", async (context) => {
  const { sql, proxy } = await openThroughProxy(context, { responseMs: 30_000 })
  await sql`select 1`
  proxy.stall()
  const late = sql`select 2 as n`
  await sleep(100)
  proxy.resume()
  expect(await late).toEqual([{ n: 2 }])
})

test.concurrent("a transaction without a response is rejected without waiting for its rollback", async (context) => {
  const { db, sql, proxy, readNotes, numbers } = await openThroughProxy(context, { responseMs: 3_000 })
  const rejected: string[] = []
  await numbers()
  const stalled = Promise.withResolvers<void>()
  const hung = db.transaction(async (tx) => {
    await tx.execute(text`insert into notes values ('half')`)
    proxy.stall()
    stalled.resolve()
    await tx.execute(text`insert into notes values ('other half')`)
  })
  const later = stalled.promise.then(() => sleep(500)).then(() => sql`select 1`)
  await Promise.all([
    expect(hung.finally(() => rejected.push("transaction"))).rejects.toMatchObject({ cause: LOST }),
    expect(later.finally(() => rejected.push("later statement"))).rejects.toMatchObject(LOST),
  ])
  expect(rejected).toEqual(["transaction", "later statement"])
  proxy.resume()
  expect(await numbers()).toEqual(FOUR)
  expect(await readNotes()).toEqual([])
})

test.concurrent("a server that accepts connections but never responds is given up, and used again once it responds", async (context) => {
  const { db, sql, proxy, numbers } = await openThroughProxy(context, { waitMs: 2_000 })
  proxy.stall()
  await expect(sql`select 1`).rejects.toMatchObject(LOST)
  await expect(db.transaction((tx) => tx.execute("select 1"))).rejects.toMatchObject(LOST)
  await context.expect.poll(proxy.count).toBe(0)
  proxy.resume()
  expect(await numbers()).toEqual(FOUR)
})

test.concurrent("a wait for a connection times out, and later statements succeed", async (context) => {
  const { db, sql } = await openThroughProxy(context, { max: 1, responseMs: 10_000, waitMs: 2_000 })
  await db.transaction(async () => {
    await expect(sql`select 1`).rejects.toMatchObject(LOST)
  })
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
})

test.concurrent("a pool closes even if the server does not respond", async (context) => {
  const { pool, sql, proxy } = await openThroughProxy(context, { responseMs: 60_000 })
  await sql`select 1`
  proxy.stall()
  const refused = expect(sql`select 1`).rejects.toMatchObject(LOST)
  await sleep(100)
  await pool.end(100)
  await refused
})

// Not concurrent: it counts the resources of the process.
test("repeated resets and stalls leave no connections and no timers behind", async (context) => {
  const { sql, proxy, numbers } = await openThroughProxy(context, { responseMs: 1_000, waitMs: 2_000 })
  await numbers()
  const before = process.getActiveResourcesInfo().length
  for (let round = 0; round < 6; round += 1) {
    const fault = round % 2 ? proxy.resetConnections : proxy.stall
    const queries = Array.from({ length: 6 }, () => sql`select pg_sleep(0.01)`)
    fault()
    await Promise.allSettled(queries)
    proxy.resume()
    await expect.poll(() => numbers().catch(() => [])).toEqual(FOUR)
  }
  expect(proxy.count()).toBeLessThanOrEqual(2)
  await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before + 2)
})
