import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openDb } from "#platform/db/client.ts"
import type { Where } from "#platform/db/connection.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { enqueue } from "./outbox.ts"
import { outbox } from "./table.ts"
import { type Handler, startWorker, type Worker } from "./worker.ts"

let database: FreshDatabase
const pendingEmails: (() => void)[] = []
const cleanups: (() => unknown)[] = []
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  // A worker cannot stop while its handler is pending.
  for (const end of pendingEmails.splice(0)) end()
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await database.release()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const rows = () => database.db.select().from(outbox).orderBy(outbox.id)
const enqueueMail = (key: string) => enqueue(database.db, { kind: "mail", key, payload: {} })
/** Moves all rows back in time, since the worker goes by the database's clock. */
const advance = (seconds: number) => database.sql`update outbox set due_at = due_at - make_interval(secs => ${seconds})`

function slowEmail() {
  const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  pendingEmails.push(end.resolve)
  const send = () => {
    started.resolve()
    return end.promise
  }
  return { send, started: started.promise, end: end.resolve }
}

async function start(mail: Handler): Promise<Worker> {
  const workerDb = openDb(database.connection, { max: 3 })
  const worker = await startWorker({ database: workerDb, handlers: { mail }, log })
  cleanups.push(async () => {
    await worker.stop()
    await workerDb.close()
  })
  return worker
}

test("the row of a killed process comes due again when its lease ends, not before", async () => {
  await enqueueMail("a")
  const child = startProcess(database.connection)
  await once(child.stdout, "data")
  child.kill("SIGKILL")
  await once(child, "exit")
  const sent: number[] = []
  const worker = await start(async (_payload, { attempt }) => void sent.push(attempt))
  await worker.drain()
  expect(sent).toEqual([])
  await advance(120)
  await worker.drain()
  expect(sent).toEqual([2])
  expect(await rows()).toMatchObject([{ attempts: 2, payload: null, sentAt: expect.any(Date) }])
})

/** A process that claims an email, prints "started", and never finishes. */
function startProcess(where: Where) {
  const script = `
    import { openDb } from "#platform/db/client.ts"
    import { startWorker } from "#platform/jobs/worker.ts"
    const mail = () => new Promise(() => console.log("started"))
    const log = { info() {}, warn() {}, error() {}, fatal() {} }
    await startWorker({ database: openDb(${JSON.stringify(where)}), handlers: { mail }, log })`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  })
  cleanups.push(() => child.kill("SIGKILL"))
  return child
}

test("while a worker is busy with slow emails another one sends the waiting ones, each once", async () => {
  const [email, sent] = [slowEmail(), [] as string[]]
  for (let at = 0; at < 22; at++) await enqueueMail(`email ${at}`)
  let begun = 0
  await start(async (_payload, { key }) => {
    begun += 1
    await email.send()
    sent.push(key)
  })
  await expect.poll(() => begun).toBe(10)
  // Half the lease of the slow emails.
  await advance(60)
  const quick = await start(async (_payload, { key }) => void sent.push(key))
  await quick.drain()
  expect(sent).toHaveLength(12)
  email.end()
  await expect.poll(() => sent.length).toBe(22)
  expect(new Set(sent).size).toBe(22)
})

test("an email that takes longer than a lease stays with its worker", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const email = slowEmail()
  let sent = 0
  await enqueueMail("a")
  const slow = await start(async () => {
    await email.send()
    sent += 1
  })
  const slowDrain = slow.drain()
  await email.started
  const quick = await start(async () => void (sent += 1))
  for (let renewal = 0; renewal < 8; renewal++) {
    await advance(40)
    const before = (await rows())[0]?.dueAt
    vi.advanceTimersByTime(40_000)
    await expect.poll(async () => (await rows())[0]?.dueAt, { timeout: 30_000 }).not.toEqual(before)
    await quick.drain()
  }
  expect(sent).toBe(0)
  email.end()
  await slowDrain
  expect([sent, (await rows())[0]?.attempts]).toEqual([1, 1])
})

test("a worker that lost its lease does not overwrite the result of another", async () => {
  const email = slowEmail()
  await enqueueMail("a")
  const handler: Handler = async (_payload, { attempt }) => {
    if (attempt > 1) return
    await email.send()
    throw new Error("too late")
  }
  const late = await start(handler)
  await email.started
  await advance(130)
  await start(handler)
  await expect.poll(async () => (await rows())[0]?.sentAt).not.toBeNull()
  const done = await rows()
  email.end()
  await late.drain()
  expect(done).toMatchObject([{ attempts: 2, lastError: null, sentAt: expect.any(Date) }])
  expect(await rows()).toEqual(done)
})

test("an email sent while the database is unavailable is not sent again", async () => {
  let sent = 0
  await enqueueMail("a")
  const worker = await start(async () => {
    sent += 1
    await database.sql`alter table outbox rename to away`
    setTimeout(() => database.sql`alter table away rename to outbox`, 300)
  })
  await worker.drain().catch(() => undefined)
  await expect.poll(async () => (await rows().catch(() => []))[0]?.sentAt).toEqual(expect.any(Date))
  await advance(600)
  await worker.drain()
  expect([sent, await rows()]).toMatchObject([1, [{ sentAt: expect.any(Date), attempts: 1 }]])
})
