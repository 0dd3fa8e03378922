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
  time = new Date(Date.now() + 3_600_000)
})
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  workers = []
  await database.release()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const rows = () => database.db.select().from(outbox).orderBy(asc(outbox.attempts))
const enqueueMail = (key: string) => enqueue(database.db, { kind: "mail", key, payload: { to: "canary@example.org" } })
const advance = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000)
}

async function start(mail: Handler, on: Pick<FreshDatabase, "db" | "listener"> = database): Promise<Worker> {
  const worker = await startWorker({ database: on, handlers: { mail }, now: () => time, log })
  workers.push(worker)
  return worker
}

test("a rolled back effect is not sent, a duplicate is sent once, and its payload is deleted", async () => {
  const sent: string[] = []
  const worker = await start(async (_payload, { key }) => void sent.push(key))
  await database.db
    .transaction(async (tx) => {
      await enqueue(tx, { kind: "mail", key: "never", payload: {} })
      throw new Error("rolled back")
    })
    .catch(() => undefined)
  await enqueueMail("a")
  await enqueueMail("a")
  await worker.drain()
  expect(sent).toEqual(["a"])
  expect(await rows()).toMatchObject([
    { key: "a", payload: null, attempts: 1, lastError: null, sentAt: expect.any(Date) },
  ])
})

test("a worker is notified of new effects", async () => {
  const handled = new Promise((resolve) => start(async () => resolve("handled")))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await enqueueMail("a")
  expect(await handled).toBe("handled")
})

test("a clock slightly behind the database's does not delay an email until the next poll", async () => {
  const sent: string[] = []
  const clock = { now: () => new Date(Date.now() - 500) }
  const handlers = { mail: (async (_payload, { key }) => void sent.push(key)) satisfies Handler }
  workers.push(await startWorker({ database, handlers, ...clock, log }))
  await enqueueMail("a")
  await vi.waitFor(() => expect(sent).toEqual(["a"]), { timeout: 30_000 })
})

test("a failed effect is retried after growing pauses, and the row stores the error code without the message", async () => {
  let attempts = 0
  const worker = await start(async () => {
    attempts += 1
    if (attempts < 3) throw Object.assign(new Error("canary@example.org refused"), { code: "EENVELOPE" })
  })
  await enqueueMail("a")
  await worker.drain()
  expect(await rows()).toMatchObject([{ attempts: 1, lastError: "EENVELOPE", sentAt: null }])
  await worker.drain()
  expect(attempts).toBe(1)
  advance(40)
  await worker.drain()
  advance(40)
  await worker.drain()
  expect(attempts).toBe(2)
  advance(40)
  await worker.drain()
  expect([attempts, (await rows())[0]?.sentAt !== null]).toEqual([3, true])
})

test("effects run in order of due time", async () => {
  const sent: string[] = []
  for (const [key, seconds] of [
    ["third", 3],
    ["first", 1],
    ["second", 2],
  ] as const) {
    const dueAt = new Date(time.getTime() + seconds * 1000)
    await enqueue(database.db, { kind: "mail", key, payload: {}, dueAt })
  }
  await enqueueMail("at once")
  const worker = await start(async (_payload, { key }) => void sent.push(key))
  await worker.drain()
  expect(sent).toEqual(["at once"])
  advance(3)
  await worker.drain()
  expect(sent).toEqual(["at once", "first", "second", "third"])
})

test("a worker leaves rows of an unknown kind to other workers", async () => {
  await enqueue(database.db, { kind: "calendar", key: "a", payload: {} })
  await (await start(async () => undefined)).drain()
  expect(await rows()).toMatchObject([{ attempts: 0, sentAt: null, payload: {} }])
})

test("the row stores the error's response code and not its message", async () => {
  const worker = await start(async () => {
    throw Object.assign(new Error("550 canary@example.org"), { code: "canary@example.org", responseCode: 550 })
  })
  await enqueueMail("a")
  await worker.drain()
  expect(await rows()).toMatchObject([{ lastError: "Error 550" }])
})

test("a stopping worker finishes the running email and leaves the others due", async () => {
  const [sent, started, end] = [[] as string[], Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const key of ["a", "b"]) await enqueueMail(key)
  const worker = await start(async (_payload, { key }) => {
    started.resolve()
    await end.promise
    sent.push(key)
  })
  await started.promise
  const stopped = worker.stop()
  end.resolve()
  await stopped
  expect(sent).toEqual(["a"])
  expect(await rows()).toMatchObject([{ attempts: 0, sentAt: null }, { sentAt: expect.any(Date) }])
  const other = await start(async (_payload, { key }) => void sent.push(key))
  await other.drain()
  expect(sent).toEqual(["a", "b"])
})

test("an effect that fails for days is given up, and its row is deleted after a month", async () => {
  const worker = await start(async () => {
    throw new Error("no")
  })
  await enqueueMail("a")
  for (let round = 0; round < 14; round++) {
    await worker.drain()
    advance(8 * 60 * 60)
  }
  expect(await rows()).toMatchObject([{ attempts: 12, failedAt: expect.any(Date), sentAt: null }])
  expect(await outboxDepth(database.db)).toBe(0)
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toHaveLength(1)
  advance(31 * 24 * 60 * 60)
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toEqual([])
})

test("two workers never send the same email", async () => {
  const sent: string[] = []
  const other = openDb(database.connection, { max: 3 })
  const handler: Handler = async (_payload, { key }) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    sent.push(key)
  }
  const [one, two] = [await start(handler), await start(handler, other)]
  for (let at = 0; at < 30; at++) await enqueueMail(`email ${at}`)
  await Promise.all([one.drain(), two.drain()])
  expect([sent.length, new Set(sent).size]).toEqual([30, 30])
  for (const worker of workers) await worker.stop()
  workers = []
  await other.close()
})

test("sent rows are deleted after a month", async () => {
  const worker = await start(async () => undefined)
  await enqueueMail("a")
  await worker.drain()
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toHaveLength(1)
  advance(31 * 24 * 60 * 60)
  await sweepOutbox({ db: database.db, now: () => time })
  expect(await rows()).toEqual([])
})
