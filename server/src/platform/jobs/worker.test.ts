import { asc } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { sweepOutbox } from "./claims.ts"
import { enqueue, outboxStats } from "./outbox.ts"
import { PermanentFailure } from "./permanent-failure.ts"
import { outbox } from "./table.ts"
import { type Handler, startWorker, type Worker } from "./worker.ts"

let database: FreshDatabase
let workers: Worker[] = []
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  workers = []
  await database.release()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const rows = () => database.db.select().from(outbox).orderBy(asc(outbox.attempts))
const enqueueMail = (key: string) => enqueue(database.db, { kind: "mail", key, payload: { to: "canary@example.org" } })
/** Moves all rows back in time, since the worker goes by the database's clock. */
const advance = (seconds: number) => database.sql`
  update outbox set due_at = due_at - make_interval(secs => ${seconds}),
    sent_at = sent_at - make_interval(secs => ${seconds}), failed_at = failed_at - make_interval(secs => ${seconds})`

async function start(mail: Handler, on: Pick<FreshDatabase, "db" | "listener"> = database): Promise<Worker> {
  const worker = await startWorker({ database: on, handlers: { mail }, log })
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

test("a repeatable effect that was sent is due again at once", async () => {
  const sent: string[] = []
  const worker = await start(async (_payload, { key }) => void sent.push(key))
  for (const _ of "12") {
    await enqueue(database.db, { kind: "mail", key: "a", payload: {}, isRepeatable: true })
    await worker.drain()
  }
  expect(sent).toEqual(["a", "a"])
})

test("a worker is notified of new effects", async () => {
  const handled = new Promise((resolve) => start(async () => resolve("handled")))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await enqueueMail("a")
  expect(await handled).toBe("handled")
})

test("a failed effect is retried after growing pauses, and the row stores the error code without the message", async () => {
  let attempts = 0
  const worker = await start(async () => {
    attempts += 1
    if (attempts < 6) throw Object.assign(new Error("canary@example.org refused"), { code: "EENVELOPE" })
  })
  const failOnce = async () => {
    await worker.drain()
    const [row] = await database.sql<{ seconds: number }[]>`
      select extract(epoch from due_at - now())::float8 as seconds from outbox`
    await database.sql`update outbox set due_at = now() where attempts < 5`
    return row?.seconds ?? 0
  }
  await enqueueMail("a")
  const pauses = [await failOnce(), await failOnce(), await failOnce(), await failOnce(), await failOnce()]
  expect(await rows()).toMatchObject([{ attempts: 5, lastError: "EENVELOPE", sentAt: null }])
  // 30 seconds and 8 minutes, give or take a quarter; a slow test may have used up a part of them.
  const [first = 0, last = 0] = [pauses.at(0), pauses.at(-1)]
  expect([first <= 38, last > 240, last <= 600]).toEqual([true, true, true])
  await worker.drain()
  expect(attempts).toBe(5)
  await advance(600)
  await worker.drain()
  expect([attempts, (await rows())[0]?.sentAt !== null]).toEqual([6, true])
})

test("urgent effects begin first, then those that have been due longest; a later one waits for its time", async () => {
  const begun: string[] = []
  for (let at = 0; at < 10; at++) await enqueueMail(`recent ${at}`)
  await advance(60)
  await enqueue(database.db, { kind: "mail", key: "late", payload: {} })
  await enqueue(database.db, { kind: "mail", key: "urgent", payload: {}, priority: "urgent" })
  const dueAt = new Date(Date.now() + 3_600_000)
  await enqueue(database.db, { kind: "mail", key: "future", payload: {}, priority: "urgent", dueAt })
  const worker = await start(async (_payload, { key }) => void begun.push(key))
  await worker.drain()
  const first = begun.slice(0, 10)
  expect([begun.length, first.includes("urgent"), first.includes("late")]).toEqual([12, true, false])
  await advance(3_600)
  await worker.drain()
  expect(begun).toContain("future")
})

test("ten run at once, and an urgent one takes the first free place", async () => {
  const [begun, ends] = [[] as string[], new Map<string, () => void>()]
  for (let at = 0; at < 20; at++) await enqueueMail(`email ${at}`)
  await start((_payload, { key }) => {
    begun.push(key)
    return new Promise((resolve) => ends.set(key, resolve))
  })
  await expect.poll(() => begun.length).toBe(10)
  await enqueue(database.db, { kind: "mail", key: "urgent", payload: {}, priority: "urgent" })
  expect(await database.sql`select key from outbox where attempts > 0`).toHaveLength(10)
  const [slow] = begun
  ends.get(begun[1] ?? "")?.()
  await expect.poll(() => begun[10]).toBe("urgent")
  // The first email is never in the way of the others.
  while (begun.length < 21) {
    for (const [key, end] of ends) if (key !== slow) end()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  for (const end of ends.values()) end()
  expect(new Set(begun).size).toBe(21)
})

test("an effect is begun while an earlier one is still running", async () => {
  const [begun, end] = [[] as string[], Promise.withResolvers<void>()]
  await start(async (_payload, { key }) => {
    begun.push(key)
    if (key === "slow") await end.promise
  })
  await enqueueMail("slow")
  await expect.poll(() => begun).toEqual(["slow"])
  await enqueueMail("quick")
  await expect.poll(() => begun).toEqual(["slow", "quick"])
  end.resolve()
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

test("a stopping worker finishes the running emails and leaves the others due", async () => {
  const [sent, end] = [[] as string[], Promise.withResolvers<void>()]
  let begun = 0
  for (let at = 0; at < 12; at++) await enqueueMail(`email ${at}`)
  const worker = await start(async (_payload, { key }) => {
    begun += 1
    await end.promise
    sent.push(key)
  })
  await expect.poll(() => begun).toBe(10)
  const stopped = worker.stop()
  end.resolve()
  await stopped
  expect(sent).toHaveLength(10)
  expect(await database.sql`select 1 from outbox where attempts = 0 and sent_at is null`).toHaveLength(2)
  const other = await start(async (_payload, { key }) => void sent.push(key))
  await other.drain()
  expect(new Set(sent).size).toBe(12)
})

test("an effect refused for good is given up at once", async () => {
  const refusal = Object.assign(new Error("550 canary@example.org"), { code: "EENVELOPE", responseCode: 550 })
  const worker = await start(async () => {
    throw new PermanentFailure("refused", { cause: refusal })
  })
  await enqueueMail("a")
  await worker.drain()
  expect(await rows()).toMatchObject([{ attempts: 1, failedAt: expect.any(Date), lastError: "EENVELOPE 550" }])
})

test("an effect is tried for five days and then given up, and its row is deleted after a month", async () => {
  const worker = await start(async () => {
    throw new Error("no")
  })
  await enqueueMail("a")
  let days = 0
  for (;;) {
    await worker.drain()
    const [row] = await database.sql<{ failed: boolean; days: number }[]>`
      select failed_at is not null as failed, extract(epoch from due_at - now())::float8 / 86400 as days from outbox`
    if (row?.failed) break
    days += row?.days ?? 0
    await database.sql`update outbox set due_at = now()`
  }
  // Each pause varies by a quarter.
  expect([days > 3.75, days < 6.4]).toEqual([true, true])
  expect(await rows()).toMatchObject([{ failedAt: expect.any(Date), sentAt: null }])
  expect(await outboxStats(database.db)).toMatchObject({ waiting: 0, failed: 1 })
  await sweepOutbox({ db: database.db, now: () => new Date() })
  expect(await rows()).toHaveLength(1)
  await advance(31 * 24 * 60 * 60)
  await sweepOutbox({ db: database.db, now: () => new Date() })
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
  await sweepOutbox({ db: database.db, now: () => new Date() })
  expect(await rows()).toHaveLength(1)
  await advance(31 * 24 * 60 * 60)
  await sweepOutbox({ db: database.db, now: () => new Date() })
  expect(await rows()).toEqual([])
})

test("the statistics count what is due or being retried, and its age, but nothing that is scheduled", async () => {
  const stats = async () => {
    const { oldestAgeSeconds, ...counts } = await outboxStats(database.db)
    return { ...counts, minutes: Math.round(oldestAgeSeconds / 60) }
  }
  expect(await stats()).toEqual({ waiting: 0, failed: 0, minutes: 0 })
  const dueAt = new Date(Date.now() + 3_600_000)
  await enqueue(database.db, { kind: "mail", key: "scheduled", payload: {}, dueAt })
  expect(await stats()).toEqual({ waiting: 0, failed: 0, minutes: 0 })
  await enqueueMail("due")
  await database.sql`update outbox set due_at = now() - interval '10 minutes' where key = 'due'`
  expect(await stats()).toEqual({ waiting: 1, failed: 0, minutes: 10 })
  await database.sql`
    update outbox set attempts = 3, due_at = now() + interval '1 hour', created_at = now() - interval '20 minutes'
    where key = 'due'`
  expect(await stats()).toEqual({ waiting: 1, failed: 0, minutes: 20 })
  await database.sql`update outbox set failed_at = now() where key = 'due'`
  expect(await stats()).toEqual({ waiting: 0, failed: 1, minutes: 0 })
})
