import { setTimeout as sleep } from "node:timers/promises"
import { sql as statement } from "drizzle-orm"
import { pgTable, text } from "drizzle-orm/pg-core"
import { expect, onTestFinished, test } from "vitest"
import type { Tx } from "./client.ts"
import { freshDatabase } from "./testing.ts"
import { openTestDb, type Sql } from "./testing-sql.ts"

/** Two pools on one database: one to be cut, one to cut with. */
async function pools(max = 2) {
  const { connection, sql: knife, release } = await freshDatabase()
  const { db, sql, pool, close } = openTestDb(connection, { max })
  onTestFinished(async () => {
    await close()
    await release()
  })
  await knife`create table notes (text text unique)`
  const pidOf = async (tx: Tx) => (await tx.execute<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid
  const cut = async (tx: Tx) => void (await knife`select pg_terminate_backend(${await pidOf(tx)})`)
  const written = async () => (await knife`select text from notes order by text`).map((note) => note["text"])
  return { db, sql, pool, knife, cut, written }
}

const write = (tx: Tx, note: string) => tx.execute(statement`insert into notes values (${note})`)
const pid = async (sql: Sql) => (await sql`select pg_backend_pid() as pid`)[0]?.["pid"]
/** More at once than the pool has: every connection must be of use. */
const numbers = (sql: Sql) =>
  Promise.all([1, 2, 3, 4].map((n) => sql`select ${n}::int as n`.then(([row]) => row?.["n"])))

test.each([0, 30])("a transaction whose connection is lost %d ms before a statement is rejected", async (pause) => {
  const { db, sql, cut, written } = await pools()
  for (let round = 0; round < 6; round += 1) {
    const lost = db.transaction(async (tx) => {
      await write(tx, "half")
      await cut(tx)
      await sleep(pause)
      await write(tx, "other half")
    })
    await expect(lost).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(57P01|CONNECTION_LOST)$/) },
    })
    expect(await numbers(sql)).toEqual([1, 2, 3, 4])
  }
  expect(await written()).toEqual([])
})

test("a transaction that goes on after its connection was lost writes nothing, also not into another", async () => {
  const { db, cut, written } = await pools()
  const { promise: others, resolve: goOn } = Promise.withResolvers<void>()
  const lost = db.transaction(async (tx) => {
    await cut(tx)
    await others
    await write(tx, "astray").catch(() => undefined)
    await write(tx, "astray again")
  })
  const both = ["one", "two"].map((note) =>
    db.transaction(async (tx) => {
      await write(tx, note)
      goOn()
      await sleep(50)
      await write(tx, `${note} again`)
    }),
  )
  await expect(lost).rejects.toThrow()
  await Promise.all(both)
  expect(await written()).toEqual(["one", "one again", "two", "two again"])
})

test("a statement sent after its transaction has ended is rejected", async () => {
  const { db, written } = await pools(1)
  let late: Tx | undefined
  await db.transaction(async (tx) => void (late = tx))
  await db.transaction(async (tx) => {
    await write(tx, "in time")
    await expect(write(late as Tx, "late")).rejects.toMatchObject({ cause: { code: "CONNECTION_LOST" } })
  })
  expect(await written()).toEqual(["in time"])
})

test("statements that a transaction starts together are executed in order", async () => {
  const { db, written } = await pools()
  const notes = Array.from({ length: 20 }, (_, at) => String.fromCharCode(97 + at))
  await db.transaction((tx) => Promise.all(notes.map((note) => write(tx, note))))
  expect(await written()).toEqual(notes)
})

test("connections cut under load end no process, mix no answers up, and leave none behind", async () => {
  const { db, sql, pool, knife } = await pools()
  let isAsking = true
  const wrong: unknown[] = []
  const ask = async (n: number) => {
    while (isAsking) {
      const one = sql`select ${n}::int as n`.then(([row]) => row?.["n"])
      const other = db.transaction((tx) => tx.execute<{ n: number }>(`select ${n} as n`)).then(({ rows }) => rows[0]?.n)
      for (const answer of await Promise.allSettled([one, other])) {
        if (answer.status === "fulfilled" && answer.value !== n) wrong.push([n, answer.value])
      }
    }
  }
  const load = [1, 2, 3, 4, 5, 6].map(ask)
  for (let round = 0; round < 15; round += 1) {
    await knife`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await sleep(20)
  }
  isAsking = false
  await Promise.all(load)
  expect(wrong).toEqual([])
  expect(await numbers(sql)).toEqual([1, 2, 3, 4])
  await pool.end()
  const others = () => knife`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  await expect.poll(others).toEqual([])
})

test("an idle connection that the server has closed is not used", async () => {
  const { sql, knife } = await pools()
  await numbers(sql)
  await knife`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await sleep(50)
  expect(await numbers(sql)).toEqual([1, 2, 3, 4])
})

test("a refused statement leaves its connection in use", async () => {
  const { sql } = await pools(1)
  const before = await pid(sql)
  await sql`insert into notes values ('once')`
  await expect(sql`insert into notes values ('once')`).rejects.toMatchObject({ code: "23505" })
  expect(await pid(sql)).toBe(before)
})

test("a prepared statement works on after its table was changed", async () => {
  const { db, knife } = await pools(1)
  const notes = pgTable("notes", { text: text().notNull() })
  const read = db.select().from(notes).prepare("notes")
  await db.insert(notes).values({ text: "kept" })
  expect(await read.execute()).toEqual([{ text: "kept" }])
  await knife`alter table notes alter column text type varchar(40)`
  for (const _twice of [1, 2]) expect(await read.execute()).toEqual([{ text: "kept" }])
})

test("two texts may have one name", async () => {
  const { pool } = await pools(1)
  const texts = ["select 1 as n", "select 2 as n", "select 1 as n"]
  const rows = await Promise.all(texts.map(async (text) => (await pool.query({ name: "n", text })).rows[0]))
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }])
})
