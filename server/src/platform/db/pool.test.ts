import { setTimeout as sleep } from "node:timers/promises"
import { sql as statement } from "drizzle-orm"
import { pgTable, text } from "drizzle-orm/pg-core"
import { expect, onTestFinished, test } from "vitest"
import type { Tx } from "./client.ts"
import { freshDatabase } from "./testing.ts"
import { openTestDb, type Sql } from "./testing-sql.ts"

/** Two pools on one database: the tested one, and `admin`, which terminates its connections. */
async function openPools(max = 2) {
  const { connection, sql: admin, release } = await freshDatabase()
  const { db, sql, pool, close } = openTestDb(connection, { max })
  onTestFinished(async () => {
    await close()
    await release()
  })
  await admin`create table notes (text text unique)`
  const backendOf = async (tx: Tx) => (await tx.execute<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid
  const terminate = async (tx: Tx) => void (await admin`select pg_terminate_backend(${await backendOf(tx)})`)
  const readNotes = async () => (await admin`select text from notes order by text`).map((note) => note["text"])
  return { db, sql, pool, admin, terminate, readNotes }
}

const write = (tx: Tx, note: string) => tx.execute(statement`insert into notes values (${note})`)
const backendPid = async (sql: Sql) => (await sql`select pg_backend_pid() as pid`)[0]?.["pid"]
/** More queries at once than connections, so that every connection must work. */
const numbers = (sql: Sql) =>
  Promise.all([1, 2, 3, 4].map((n) => sql`select ${n}::int as n`.then(([row]) => row?.["n"])))

test.each([0, 30])("a transaction whose connection is lost %d ms before a statement is rejected", async (pause) => {
  const { db, sql, terminate, readNotes } = await openPools()
  for (let round = 0; round < 6; round += 1) {
    const transaction = db.transaction(async (tx) => {
      await write(tx, "half")
      await terminate(tx)
      await sleep(pause)
      await write(tx, "other half")
    })
    await expect(transaction).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(57P01|CONNECTION_LOST)$/) },
    })
    expect(await numbers(sql)).toEqual([1, 2, 3, 4])
  }
  expect(await readNotes()).toEqual([])
})

test("a transaction that continues after its connection was lost writes nothing, not even in another transaction", async () => {
  const { db, terminate, readNotes } = await openPools()
  const { promise: otherStarted, resolve: resume } = Promise.withResolvers<void>()
  const transaction = db.transaction(async (tx) => {
    await terminate(tx)
    await otherStarted
    await write(tx, "astray").catch(() => undefined)
    await write(tx, "astray again")
  })
  const both = ["one", "two"].map((note) =>
    db.transaction(async (tx) => {
      await write(tx, note)
      resume()
      await sleep(50)
      await write(tx, `${note} again`)
    }),
  )
  await expect(transaction).rejects.toThrow()
  await Promise.all(both)
  expect(await readNotes()).toEqual(["one", "one again", "two", "two again"])
})

test("a statement sent after its transaction has ended is rejected", async () => {
  const { db, readNotes } = await openPools(1)
  let late: Tx | undefined
  await db.transaction(async (tx) => void (late = tx))
  await db.transaction(async (tx) => {
    await write(tx, "in time")
    await expect(write(late as Tx, "late")).rejects.toMatchObject({ cause: { code: "CONNECTION_LOST" } })
  })
  expect(await readNotes()).toEqual(["in time"])
})

test("statements that a transaction starts together are executed in order", async () => {
  const { db, readNotes } = await openPools()
  const notes = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at))
  await db.transaction((tx) => Promise.all(notes.map((note) => write(tx, note))))
  expect(await readNotes()).toEqual(notes)
})

test("connections terminated under load crash no process, mix up no results, and leave no connections open", async () => {
  const { db, sql, pool, admin } = await openPools()
  let isRunning = true
  const mismatches: unknown[] = []
  const queryRepeatedly = async (n: number) => {
    while (isRunning) {
      const one = sql`select ${n}::int as n`.then(([row]) => row?.["n"])
      const other = db.transaction((tx) => tx.execute<{ n: number }>(`select ${n} as n`)).then(({ rows }) => rows[0]?.n)
      for (const result of await Promise.allSettled([one, other])) {
        if (result.status === "fulfilled" && result.value !== n) mismatches.push([n, result.value])
      }
    }
  }
  const load = [1, 2, 3, 4, 5, 6].map(queryRepeatedly)
  for (let round = 0; round < 15; round += 1) {
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await sleep(20)
  }
  isRunning = false
  await Promise.all(load)
  expect(mismatches).toEqual([])
  expect(await numbers(sql)).toEqual([1, 2, 3, 4])
  await pool.end()
  const findOthers = () => admin`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  await expect.poll(findOthers).toEqual([])
})

test("an idle connection that the server has closed is not used", async () => {
  const { sql, pool, admin } = await openPools()
  await numbers(sql)
  expect(pool.usage()).toEqual({ busy: 0, idle: 2, waiting: 0, max: 2 })
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await expect.poll(() => pool.usage()).toMatchObject({ busy: 0, idle: 0 })
  expect(await numbers(sql)).toEqual([1, 2, 3, 4])
})

test("a connection stays in use after a refused statement", async () => {
  const { sql } = await openPools(1)
  const before = await backendPid(sql)
  await sql`insert into notes values ('once')`
  await expect(sql`insert into notes values ('once')`).rejects.toMatchObject({ code: "23505" })
  expect(await backendPid(sql)).toBe(before)
})

test("a connection that takes no writes is not used again", async () => {
  const { sql, readNotes } = await openPools(1)
  await sql`set default_transaction_read_only = on`
  await expect(sql`insert into notes values ('refused')`).rejects.toMatchObject({ code: "25006" })
  await sql`insert into notes values ('stored')`
  expect(await readNotes()).toEqual(["stored"])
})

test("a prepared statement still works after its table has changed", async () => {
  const { db, admin } = await openPools(1)
  const notes = pgTable("notes", { text: text().notNull() })
  const read = db.select().from(notes).prepare("notes")
  await db.insert(notes).values({ text: "stored" })
  expect(await read.execute()).toEqual([{ text: "stored" }])
  await admin`alter table notes alter column text type varchar(40)`
  for (const _ of [1, 2]) expect(await read.execute()).toEqual([{ text: "stored" }])
})

test("two prepared statements may share a name", async () => {
  const { pool } = await openPools(1)
  const texts = ["select 1 as n", "select 2 as n", "select 1 as n"]
  const rows = await Promise.all(texts.map(async (text) => (await pool.query({ name: "n", text })).rows[0]))
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }])
})
