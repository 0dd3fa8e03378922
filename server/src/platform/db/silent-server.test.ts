import { setTimeout as sleep } from "node:timers/promises"
import { sql as text } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { freshDatabase } from "./testing.ts"
import { openTcpProxy } from "./testing-tcp-proxy.ts"
import { openTestDb } from "./testing-sql.ts"

const LOST = { code: "CONNECTION_LOST" }
const ANSWER_MS = 300

/** A database behind a line, and a look at it by another one. */
async function behindLine({ max = 2, answerMs = ANSWER_MS, waitMs = 5_000 } = {}) {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  await fresh.sql`create table notes (text text)`
  const line = await openTcpProxy(fresh.connection)
  const database = openTestDb(line.where, { max, answerMs, waitMs })
  onTestFinished(database.close)
  const numbers = () => Promise.all([1, 2, 3, 4].map((n) => database.sql`select ${n}::int as n`))
  return { ...database, line, numbers, written: () => fresh.sql`select text from notes` }
}

const FOUR = [[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]

test("a statement without an answer is rejected, and the pool recovers when the server answers again", async () => {
  const { sql, line, numbers } = await behindLine()
  expect(await numbers()).toEqual(FOUR)
  line.choke()
  const asked = await Promise.allSettled([sql`select 1`, sql`select 2`])
  expect(asked).toMatchObject([{ reason: LOST }, { reason: LOST }])
  await expect.poll(line.count).toBe(0)
  line.mend()
  expect(await numbers()).toEqual(FOUR)
})

test("an answer that comes late but in time is taken", async () => {
  const { sql, line } = await behindLine({ answerMs: 30_000 })
  await sql`select 1`
  line.choke()
  const late = sql`select 2 as n`
  await sleep(100)
  line.mend()
  expect(await late).toEqual([{ n: 2 }])
})

test("a transaction without an answer is rejected at once, not after its rollback had none either", async () => {
  const { db, sql, line, written, numbers } = await behindLine({ answerMs: 1_000 })
  const rejected: string[] = []
  await numbers()
  const hung = db.transaction(async (tx) => {
    await tx.execute(text`insert into notes values ('half')`)
    line.choke()
    await tx.execute(text`insert into notes values ('other half')`)
  })
  const later = sleep(500).then(() => sql`select 1`)
  await Promise.all([
    expect(hung.finally(() => rejected.push("transaction"))).rejects.toMatchObject({ cause: LOST }),
    expect(later.finally(() => rejected.push("later statement"))).rejects.toMatchObject(LOST),
  ])
  expect(rejected).toEqual(["transaction", "later statement"])
  line.mend()
  expect(await numbers()).toEqual(FOUR)
  expect(await written()).toEqual([])
})

test("a server that accepts connections and says nothing is given up, and found again", async () => {
  const { db, sql, line, numbers } = await behindLine({ waitMs: 300 })
  line.choke()
  await expect(sql`select 1`).rejects.toMatchObject(LOST)
  await expect(db.transaction((tx) => tx.execute("select 1"))).rejects.toMatchObject(LOST)
  await expect.poll(line.count).toBe(0)
  line.mend()
  expect(await numbers()).toEqual(FOUR)
})

test("who waits too long for a connection is refused, and who comes later is served", async () => {
  const { db, sql } = await behindLine({ max: 1, answerMs: 5_000, waitMs: 200 })
  await db.transaction(async () => {
    await expect(sql`select 1`).rejects.toMatchObject(LOST)
  })
  expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
})

test("cuts and silences in turn leave no connections and no timers behind", async () => {
  const { sql, line, numbers } = await behindLine({ answerMs: 100, waitMs: 100 })
  await numbers()
  const before = process.getActiveResourcesInfo().length
  for (let round = 0; round < 10; round += 1) {
    const fault = round % 2 ? line.cut : line.choke
    const asked = Array.from({ length: 6 }, () => sql`select pg_sleep(0.01)`)
    fault()
    await Promise.allSettled(asked)
    line.mend()
    await expect.poll(() => numbers().catch(() => [])).toEqual(FOUR)
  }
  expect(line.count()).toBeLessThanOrEqual(2)
  await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before + 2)
})

test("a pool closes although the server says nothing", async () => {
  const { pool, sql, line } = await behindLine({ answerMs: 60_000 })
  await sql`select 1`
  line.choke()
  const refused = expect(sql`select 1`).rejects.toMatchObject(LOST)
  await sleep(100)
  await pool.end(100)
  await refused
})
