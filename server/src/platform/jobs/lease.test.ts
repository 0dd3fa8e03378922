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
let time: Date
const releases: (() => void)[] = []
const endings: (() => unknown)[] = []
beforeEach(async () => {
  database = await freshDatabase()
  time = new Date(Date.now() + 1000)
})
afterEach(async () => {
  vi.useRealTimers()
  // A worker that has a letter in hand could not stop.
  for (const release of releases.splice(0)) release()
  for (const end of endings.splice(0).reverse()) await end()
  await database.release()
})

const log = { info() {}, warn() {}, error() {}, fatal() {} }
const rows = () => database.db.select().from(outbox)
const ask = (key: string) => enqueue(database.db, { kind: "mail", key, payload: {} })
const wait = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000)
}

/** A letter that is begun, and ends when the test says so. */
function slowEmail() {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  releases.push(end.resolve)
  const inHand = () => {
    begun.resolve()
    return end.promise
  }
  return { inHand, begun: begun.promise, end: end.resolve }
}

async function work(mail: Handler): Promise<Worker> {
  const own = openDb(database.connection, { max: 3 })
  const worker = await startWorker({ database: own, handlers: { mail }, now: () => time, log })
  endings.push(async () => {
    await worker.stop()
    await own.close()
  })
  return worker
}

test("what a process had begun when it was killed comes due again, and not before its lease ends", async () => {
  await ask("a")
  const child = startProcess(database.connection)
  await once(child.stdout, "data")
  child.kill("SIGKILL")
  await once(child, "exit")
  time = new Date()
  const sent: number[] = []
  const worker = await work(async (_payload, { attempt }) => void sent.push(attempt))
  wait(100)
  await worker.drain()
  expect(sent).toEqual([])
  wait(30)
  await worker.drain()
  expect(sent).toEqual([2])
  expect(await rows()).toMatchObject([{ attempts: 2, payload: null, sentAt: expect.any(Date) }])
})

/** A process that takes a letter, says so, and never ends it. */
function startProcess(where: Where) {
  const script = `
    import { openDb } from "#platform/db/client.ts"
    import { startWorker } from "#platform/jobs/worker.ts"
    const mail = () => new Promise(() => console.log("begun"))
    const log = { info() {}, warn() {}, error() {}, fatal() {} }
    await startWorker({ database: openDb(${JSON.stringify(where)}), handlers: { mail }, now: () => new Date(), log })`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  })
  endings.push(() => child.kill("SIGKILL"))
  return child
}

test("a slow mail server makes no letter go twice: what waits behind the one in hand is anybody's", async () => {
  const [email, sent] = [slowEmail(), [] as string[]]
  for (let at = 0; at < 12; at++) await ask(`letter ${at}`)
  const slow = await work(async (_payload, { key }) => {
    await email.inHand()
    sent.push(key)
  })
  const slowly = slow.drain()
  await email.begun
  // Nearly the whole lease of the letter in hand, and far more than that of any other.
  wait(110)
  const quick = await work(async (_payload, { key }) => void sent.push(key))
  await quick.drain()
  expect(sent).toHaveLength(11)
  email.end()
  await slowly
  expect([sent.length, new Set(sent).size]).toEqual([12, 12])
})

test("a letter that takes longer than a lease stays with its worker", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const email = slowEmail()
  let sent = 0
  await ask("a")
  const slow = await work(async () => {
    await email.inHand()
    sent += 1
  })
  const slowly = slow.drain()
  await email.begun
  const quick = await work(async () => void (sent += 1))
  for (let time = 0; time < 8; time++) {
    const before = (await rows())[0]?.dueAt
    wait(40)
    vi.advanceTimersByTime(40_000)
    await expect.poll(async () => (await rows())[0]?.dueAt, { timeout: 30_000 }).not.toEqual(before)
    await quick.drain()
  }
  expect(sent).toBe(0)
  email.end()
  await slowly
  expect([sent, (await rows())[0]?.attempts]).toEqual([1, 1])
})

test("a worker that lost its lease does not undo what another has done since", async () => {
  const email = slowEmail()
  await ask("a")
  const late = await work(async () => {
    await email.inHand()
    throw new Error("too late")
  })
  const lately = late.drain()
  await email.begun
  wait(130)
  await (await work(async () => undefined)).drain()
  const done = await rows()
  email.end()
  await lately
  expect(done).toMatchObject([{ attempts: 2, lastError: null, sentAt: expect.any(Date) }])
  expect(await rows()).toEqual(done)
})

test("a letter that went out while the database was away is not sent again", async () => {
  let sent = 0
  await ask("a")
  const worker = await work(async () => {
    sent += 1
    await database.sql`alter table outbox rename to away`
    setTimeout(() => database.sql`alter table away rename to outbox`, 300)
  })
  await worker.drain()
  wait(600)
  await worker.drain()
  expect([sent, await rows()]).toMatchObject([1, [{ sentAt: expect.any(Date), attempts: 1 }]])
})
