import { afterEach, beforeEach, expect, test } from "vitest"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { enqueue, outboxDepth } from "./outbox.ts"
import { outbox } from "./table.ts"
import { type Handler, startWorker, type Worker } from "./worker.ts"

let database: FreshDatabase
let workers: Worker[] = []
let time: Date
beforeEach(async () => {
  database = await freshDatabase()
  time = new Date(Date.now() + 1000)
})
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  workers = []
  await database.drop()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const rows = () => database.db.select().from(outbox)
const ask = (key: string) => enqueue(database.db, { kind: "mail", key, payload: { to: "canary@example.org" } })
const wait = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000)
}

async function work(mail: Handler, on: Pick<FreshDatabase, "db" | "sql"> = database): Promise<Worker> {
  const worker = await startWorker({ database: on, handlers: { mail }, now: () => time, log })
  workers.push(worker)
  return worker
}

test("what is rolled back is not sent, what is asked for twice is sent once, and then forgotten", async () => {
  const sent: string[] = []
  const worker = await work(async (_payload, { key }) => void sent.push(key))
  await database.db
    .transaction(async (tx) => {
      await enqueue(tx, { kind: "mail", key: "never", payload: {} })
      throw new Error("rolled back")
    })
    .catch(() => undefined)
  await ask("a")
  await ask("a")
  await worker.drain()
  expect(sent).toEqual(["a"])
  expect(await rows()).toMatchObject([
    { key: "a", payload: null, attempts: 1, lastError: null, sentAt: expect.any(Date) },
  ])
})

test("a worker hears of new work by itself", async () => {
  const heard = new Promise((resolve) => work(async () => resolve("heard")))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await ask("a")
  expect(await heard).toBe("heard")
})

test("what fails is tried again later, each pause longer, and the row says why without a word of the letter", async () => {
  let tries = 0
  const worker = await work(async () => {
    tries += 1
    if (tries < 3) throw Object.assign(new Error("canary@example.org refused"), { code: "EENVELOPE" })
  })
  await ask("a")
  await worker.drain()
  expect(await rows()).toMatchObject([{ attempts: 1, lastError: "EENVELOPE", sentAt: null }])
  await worker.drain()
  expect(tries).toBe(1)
  wait(40)
  await worker.drain()
  wait(40)
  await worker.drain()
  expect(tries).toBe(2)
  wait(40)
  await worker.drain()
  expect([tries, (await rows())[0]?.sentAt !== null]).toEqual([3, true])
})

test("what fails for days is given up, stays to be seen for a month, and is forgotten", async () => {
  const worker = await work(async () => {
    throw new Error("no")
  })
  await ask("a")
  for (let time = 0; time < 14; time++) {
    await worker.drain()
    wait(8 * 60 * 60)
  }
  expect(await rows()).toMatchObject([{ attempts: 12, failedAt: expect.any(Date), sentAt: null }])
  expect(await outboxDepth(database.db)).toBe(0)
  wait(31 * 24 * 60 * 60)
  await worker.drain()
  expect(await rows()).toEqual([])
})

test("of two workers each letter has one", async () => {
  const sent: string[] = []
  const other = openDb(database.connection, { max: 3 })
  const handler: Handler = async (_payload, { key }) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    sent.push(key)
  }
  const [one, two] = [await work(handler), await work(handler, other)]
  for (let at = 0; at < 30; at++) await ask(`letter ${at}`)
  await Promise.all([one.drain(), two.drain()])
  expect([sent.length, new Set(sent).size]).toEqual([30, 30])
  for (const worker of workers) await worker.stop()
  workers = []
  await other.close()
})

test("what a worker had begun when it died comes due again", async () => {
  const dies = openDb(database.connection, { max: 3 })
  let begun: () => void = () => undefined
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  // Its process is gone: it neither finishes nor says so.
  const gone = await startWorker({
    database: dies,
    handlers: { mail: () => new Promise<never>(() => begun()) },
    now: () => time,
    log,
  })
  await ask("a")
  void gone.drain()
  await hasBegun
  const sent: number[] = []
  const worker = await work(async (_payload, { attempt }) => void sent.push(attempt))
  await worker.drain()
  expect(sent).toEqual([])
  wait(130)
  await worker.drain()
  expect(sent).toEqual([2])
  await dies.close()
})

test("sent rows are forgotten after a month", async () => {
  const worker = await work(async () => undefined)
  await ask("a")
  await worker.drain()
  wait(31 * 24 * 60 * 60)
  await worker.drain()
  expect(await rows()).toEqual([])
})
