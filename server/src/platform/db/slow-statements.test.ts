import { setTimeout as pause } from "node:timers/promises"
import { sql as statement } from "drizzle-orm"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { createTestApp } from "#testing.ts"
import { type StatementWatch, watchStatements } from "./slow-statements.ts"
import { freshDatabase } from "./testing.ts"
import { openTestDb } from "./testing-sql.ts"

const SLOTS = "/api/appointments/slots?date=2026-01-15"

afterEach(() => vi.useRealTimers())

/** Every statement takes longer than this. */
const NOTHING_MS = -1
/** No statement takes longer than this. */
const LONG_MS = 60_000
const SLEEP = "select pg_sleep"
const CANARIES = ["canary-name", "canary@example.org", "canary-interest"]

type Line = Readonly<Record<string, unknown>>

function captureLines() {
  const lines: Line[] = []
  return { lines, log: { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) } }
}

async function openWatched(thresholdMs: number, max = 2) {
  const { lines, log } = captureLines()
  const watch = watchStatements(log as never, thresholdMs)
  const fresh = await freshDatabase()
  const database = openTestDb(fresh.connection, { max, watch })
  onTestFinished(async () => {
    await database.close()
    await fresh.release()
  })
  return { ...fresh, ...database, lines, watch }
}

async function openWatchedApp() {
  const database = await openWatched(NOTHING_MS, 5)
  const app = await createTestApp({ database })
  onTestFinished(() => app.close())
  return { app, ...database }
}

test("a slow statement is one line with its text, its rows and its times, and without its values", async () => {
  const { sql, lines, watch } = await openWatched(20)
  await sql`select pg_sleep(0.05), ${"canary-name"} as name from generate_series(1, 3)`
  expect(lines).toEqual([
    {
      message: "slow statement",
      statement: "select pg_sleep(0.05), $1 as name from generate_series(1, 3)",
      rows: 3,
      ms: expect.any(Number),
      waitedMs: expect.any(Number),
    },
  ])
  expect(watch.count()).toBe(1)
})

test("faster statements are not logged and not counted", async () => {
  const { sql, lines, watch } = await openWatched(LONG_MS)
  await sql`select 1`
  expect([lines, watch.count()]).toEqual([[], 0])
})

test("a slow statement inside a transaction is logged", async () => {
  const { db, lines } = await openWatched(300)
  await db.transaction(async (tx) => {
    await tx.execute(statement`select ${"canary-name"}::text`)
    await tx.execute(statement`select pg_sleep(${0.4})`)
  })
  const slow = lines.filter((line) => String(line["statement"]).startsWith(SLEEP))
  expect(slow).toMatchObject([{ statement: `${SLEEP}($1)`, rows: 1 }])
})

test("the wait for a connection is apart from the statement's time", async () => {
  const { pool, sql, lines } = await openWatched(NOTHING_MS, 1)
  const lease = await pool.connect()
  const waiting = sql`select 1`
  await pause(100)
  lease.release()
  await waiting
  const [line] = lines
  expect(line?.["waitedMs"]).toBeGreaterThan(90)
})

test("a statement that fails is logged with its code", async () => {
  const { sql, lines } = await openWatched(NOTHING_MS)
  await expect(sql`select ${1}::int / 0`).rejects.toThrow()
  expect(lines).toMatchObject([{ statement: "select $1::int / 0", error: "22012" }])
})

test("a statement that repeats is logged ten times a minute, and then counted", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  const { lines, log } = captureLines()
  const watch = watchStatements(log as never, NOTHING_MS)
  await repeat(watch, "select 1", 13)
  await repeat(watch, "select 2", 10)
  expect(lines.map((line) => line["statement"])).toEqual([
    ...Array<string>(10).fill("select 1"),
    ...Array<string>(10).fill("select 2"),
  ])
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(20)).toEqual([{ statement: "select 1", times: 3, message: "slow statement, not logged" }])
  await repeat(watch, "select 1", 1)
  expect([lines.length, watch.count()]).toEqual([22, 24])
})

async function repeat(watch: StatementWatch, text: string, times: number): Promise<void> {
  for (let number = 0; number < times; number++) await watch.watch({ text, waitedMs: 0 }, async () => ({ rowCount: 1 }))
}

test("a very long statement is cut", async () => {
  const { sql, lines } = await openWatched(NOTHING_MS)
  await sql.unsafe(`select ${"1 + ".repeat(1000)} 1`)
  expect(String(lines[0]?.["statement"])).toHaveLength(2000)
})

test("statements have the id of their request, also when many run at once", async () => {
  const { app, lines } = await openWatchedApp()
  const requests = Array.from({ length: 20 }, (_, number) =>
    number % 2
      ? app.send({ url: SLOTS })
      : app.send({
          method: "POST",
          url: "/api/membership",
          payload: { name: "canary-name", email: "canary@example.org", interests: "canary-interest" },
        }),
  )
  const responses = await Promise.all(requests)
  const idsOf = (status: number) =>
    responses.filter(({ statusCode }) => statusCode === status).map(({ headers }) => headers["x-request-id"])
  const idsWith = (text: string) => [
    ...new Set(lines.filter((line) => String(line["statement"]).includes(text)).map((line) => line["id"])),
  ]
  expect(idsWith('from "available_time_slots"').sort()).toEqual(idsOf(200).sort())
  expect(idsWith('insert into "memberships"').sort()).toEqual(idsOf(201).sort())
  expect(CANARIES.filter((canary) => JSON.stringify(lines).includes(canary))).toEqual([])
})

test("statements of a job have its id and kind, and those between jobs have none", async () => {
  const { app, sql, lines } = await openWatchedApp()
  await app.send({
    method: "POST",
    url: "/api/membership",
    payload: { name: "canary-name", email: "canary@example.org", interests: "canary-interest" },
  })
  const queued = await sql`select id as job, kind from outbox order by kind`
  lines.length = 0
  await app.deliver()
  const seen = new Map(lines.map(({ job, kind }) => [job, kind]))
  const origins = [...seen].map(([job, kind]) => ({ job, kind }))
  expect(origins).toEqual(expect.arrayContaining([...queued, { job: undefined, kind: undefined }]))
  expect(origins).toHaveLength(queued.length + 1)
  expect(queued.length).toBeGreaterThan(0)
  expect(CANARIES.filter((canary) => JSON.stringify(lines).includes(canary))).toEqual([])
})

test("a metric counts slow statements", async () => {
  const { app, watch } = await openWatchedApp()
  await app.send({ url: SLOTS })
  const before = watch.count()
  const { body } = await app.send({ url: "/metrics" })
  const count = Number(/^database_slow_statements_total (\d+)$/m.exec(body)?.[1])
  expect([before > 0, count >= before]).toEqual([true, true])
})
