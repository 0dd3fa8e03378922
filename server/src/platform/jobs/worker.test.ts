import { asc } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { sweepOutbox } from "./claims.ts"
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
  await database.release()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const rows = () => database.db.select().from(outbox).orderBy(asc(outbox.attempts))
const ask = (key: string) => enqueue(database.db, { kind: "mail", key, payload: { to: "canary@example.org" } })
const wait = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000)
}

async function work(mail: Handler, on: Pick<FreshDatabase, "db" | "listener"> = database): Promise<Worker> {
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

test("a clock that is a little behind the database's does not hold a letter up until the next look", async () => {
  const sent: string[] = []
  const clock = { now: () => new Date(Date.now() - 500) }
  const handlers = { mail: (async (_payload, { key }) => void sent.push(key)) satisfies Handler }
  workers.push(await startWorker({ database, handlers, ...clock, log }))
  await ask("a")
  await vi.waitFor(() => expect(sent).toEqual(["a"]), { timeout: 30_000 })
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

test("what was due first is done first", async () => {
  const sent: string[] = []
  for (const [key, seconds] of [
    ["third", 3],
    ["first", 1],
    ["second", 2],
  ] as const) {
    const dueAt = new Date(time.getTime() + seconds * 1000)
    await enqueue(database.db, { kind: "mail", key, payload: {}, dueAt })
  }
  await ask("at once")
  const worker = await work(async (_payload, { key }) => void sent.push(key))
  await worker.drain()
  expect(sent).toEqual(["at once"])
  wait(3)
  await worker.drain()
  expect(sent).toEqual(["at once", "first", "second", "third"])
})

test("what nobody here knows how to do is left to who does", async () => {
  await enqueue(database.db, { kind: "calendar", key: "a", payload: {} })
  await (await work(async () => undefined)).drain()
  expect(await rows()).toMatchObject([{ attempts: 0, sentAt: null, payload: {} }])
})

test("the error's number is kept, its words are not", async () => {
  const worker = await work(async () => {
    throw Object.assign(new Error("550 canary@example.org"), { code: "canary@example.org", responseCode: 550 })
  })
  await ask("a")
  await worker.drain()
  expect(await rows()).toMatchObject([{ lastError: "Error 550" }])
})

test("a worker that is told to stop ends the letter in hand and leaves the others due", async () => {
  const [sent, begun, end] = [[] as string[], Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const key of ["a", "b"]) await ask(key)
  const worker = await work(async (_payload, { key }) => {
    begun.resolve()
    await end.promise
    sent.push(key)
  })
  await begun.promise
  const stopped = worker.stop()
  end.resolve()
  await stopped
  expect(sent).toEqual(["a"])
  expect(await rows()).toMatchObject([{ attempts: 0, sentAt: null }, { sentAt: expect.any(Date) }])
  const other = await work(async (_payload, { key }) => void sent.push(key))
  await other.drain()
  expect(sent).toEqual(["a", "b"])
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
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toHaveLength(1)
  wait(31 * 24 * 60 * 60)
  await sweepOutbox({ db: database.db, now: () => time })
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

test("sent rows are forgotten after a month", async () => {
  const worker = await work(async () => undefined)
  await ask("a")
  await worker.drain()
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toHaveLength(1)
  wait(31 * 24 * 60 * 60)
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toEqual([])
})
