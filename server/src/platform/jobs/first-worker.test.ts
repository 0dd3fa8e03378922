import { afterEach, beforeEach, expect, test } from "vitest"
import { type Database, openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { enqueue, FOR_ALL, OUTBOX_CHANNEL } from "./outbox.ts"
import { startWorker, type Worker } from "./worker.ts"

const WORKERS = 4
const log = { info() {}, warn() {}, error() {}, fatal() {} }

let fresh: FreshDatabase
let databases: Database[]
let workers: Worker[]
/** The number of the worker that ran each job, by key. */
let ranBy: Map<string, number>
let gate: Promise<void>

beforeEach(async () => {
  fresh = await freshDatabase()
  ranBy = new Map()
  gate = Promise.resolve()
  databases = Array.from({ length: WORKERS }, () => openDb(fresh.connection, { max: 4 }))
  workers = []
  for (const [at, database] of databases.entries()) {
    const mail = async (_payload: never, { key }: { readonly key: string }) => {
      ranBy.set(key, at)
      await gate
    }
    const worker = await startWorker({ database, handlers: { mail }, log })
    await worker.drain()
    workers.push(worker)
  }
})
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  for (const database of databases) await database.close()
  await fresh.release()
})

const send = (key: string) => enqueue(fresh.db, { kind: "mail", key, payload: {} })
const ran = (count: number) => expect.poll(() => ranBy.size, { timeout: 60_000 }).toBe(count)

test("one worker runs the jobs that are sent one after the other", async () => {
  for (let at = 0; at < 8; at++) {
    await send(`job ${at}`)
    await ran(at + 1)
  }
  expect(new Set(ranBy.values())).toEqual(new Set([0]))
})

test("when the first worker has ten jobs, the others help", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  for (let at = 0; at < 25; at++) await send(`job ${at}`)
  await ran(25)
  const [, ...others] = Map.groupBy(ranBy.values(), (worker) => worker).keys()
  expect(others.length).toBeGreaterThan(0)
  resolve()
})

test("a job that comes while the first worker has ten is left to the others, however idle they are", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const calls: string[] = []
  const { listener } = databases[1] as Database
  const hear = (whom: string) => void calls.push(whom)
  const subscription = await listener.listen(OUTBOX_CHANNEL, hear, () => undefined)
  for (let at = 0; at < 10; at++) await send(`job ${at}`)
  await ran(10)
  await expect.poll(() => calls).toContain(FOR_ALL)
  await send("one more")
  await expect.poll(() => calls.lastIndexOf(FOR_ALL) - calls.lastIndexOf(""), { timeout: 60_000 }).toBeGreaterThan(0)
  await ran(11)
  expect(ranBy.get("one more")).not.toBe(0)
  await subscription.stop()
  resolve()
})

test("after the first worker has stopped or lost its connection, another one is the first", async () => {
  await workers.shift()?.stop()
  await send("after the stop")
  await ran(1)
  expect(ranBy.get("after the stop")).not.toBe(0)
  await fresh.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await expect
    .poll(
      () =>
        send("after the cut").then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  await ran(2)
})
