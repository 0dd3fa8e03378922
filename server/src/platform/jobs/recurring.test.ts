import { afterEach, beforeEach, expect, test } from "vitest"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { recurringHandlers, scheduleRecurring } from "./recurring.ts"
import { outbox } from "./table.ts"
import { startWorker } from "./worker.ts"

let database: FreshDatabase
let time: Date
let runs: string[]
const cleanups: (() => unknown)[] = []
beforeEach(async () => {
  database = await freshDatabase()
  time = new Date("2026-01-02T03:04:05Z")
  runs = []
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await database.release()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const now = () => time
const waiting = async () =>
  (await database.sql<{ key: string }[]>`select key from outbox where sent_at is null order by key`).map(
    ({ key }) => key,
  )

/** One process with an hourly job; `run` is called at each run. */
async function start(run = async () => void runs.push(time.toISOString())) {
  const jobs = { hourly: { cron: "0 * * * *", run } }
  const workerDb = openDb(database.connection, { max: 3 })
  const deps = { db: workerDb.db, now }
  await scheduleRecurring(deps, jobs)
  const worker = await startWorker({ database: workerDb, handlers: recurringHandlers(deps, jobs), log })
  const stop = async () => {
    await worker.stop()
    await workerDb.close()
  }
  cleanups.push(stop)
  return worker
}

/** The rows are due by the database's clock, the times of the runs go by `time`. */
async function travelTo(instant: string) {
  time = new Date(instant)
  await database.sql`
    update outbox set due_at = now() - interval '1 second'
    where sent_at is null and (payload ->> 'at')::timestamptz <= ${time}`
}

test("two processes run each tick once, and the next one is scheduled", async () => {
  await database.db.delete(outbox)
  // Due in the past by the database's clock, so the first run is at once.
  time = new Date(Date.now() + 86_400_000)
  time.setUTCMinutes(4, 5, 0)
  const workers = [await start(), await start()]
  expect(await waiting()).toHaveLength(1)
  for (let hour = 1; hour <= 5; hour++) {
    const next = new Date(time.getTime() + 3_600_000)
    await travelTo(next.toISOString())
    await Promise.all(workers.map((worker) => worker.drain()))
    expect([runs.length, (await waiting()).length]).toEqual([hour, 1])
  }
})

test("runs missed while no process was there are made up for by one", async () => {
  time = new Date(Date.now() + 86_400_000)
  time.setUTCMinutes(4, 5, 0)
  const first = await start(async () => undefined)
  await first.stop()
  await travelTo(new Date(time.getTime() + 10 * 3_600_000).toISOString())
  const second = await start()
  await second.drain()
  expect(runs).toEqual([time.toISOString()])
  const next = new Date(time.getTime() + 3_600_000)
  next.setUTCMinutes(0, 0, 0)
  expect(await waiting()).toEqual([`hourly/${next.toISOString()}`])
})

test("a failed run is tried again until the next one is due", async () => {
  time = new Date(Date.now() + 86_400_000)
  time.setUTCMinutes(4, 5, 0)
  let attempts = 0
  const worker = await start(async () => {
    attempts += 1
    throw new Error("no")
  })
  await travelTo(new Date(time.getTime() + 3_600_000).toISOString())
  await worker.drain()
  await travelTo(new Date(time.getTime() + 60_000).toISOString())
  await worker.drain()
  expect([attempts, (await waiting()).length]).toEqual([2, 2])
  await travelTo(new Date(time.getTime() + 3_600_000).toISOString())
  await worker.drain()
  // The run of the first hour ends without a third attempt; that of the second hour failed once.
  expect([attempts, (await waiting()).length]).toEqual([3, 2])
})
