import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { expect, onTestFinished, test } from "vitest"
import type { Tx } from "./client.ts"
import { startEmbedded } from "./embedded.ts"
import { freshDatabase } from "./testing.ts"
import { openTestDb } from "./testing-sql.ts"

const notes = pgTable("notes", { text: text().primaryKey(), at: timestamp({ withTimezone: true }).notNull() })

async function createNotesDatabase() {
  const fresh = await freshDatabase()
  onTestFinished(fresh.release)
  await fresh.sql`create table notes (text text primary key, at timestamptz not null)`
  return fresh
}

test("a timestamptz is a Date, through the ORM and through the driver", async () => {
  const { db, sql } = await createNotesDatabase()
  const at = new Date("2026-07-14T12:30:15.250Z")
  await db.insert(notes).values({ text: "orm", at })
  await sql`insert into notes values ('driver', ${at})`
  expect(await db.select().from(notes)).toEqual([
    { text: "orm", at },
    { text: "driver", at },
  ])
  expect(await sql`select at from notes`).toEqual([{ at }, { at }])
  expect(await db.select().from(notes).where(eq(notes.at, at))).toHaveLength(2)
})

test("a transaction that throws is rolled back", async () => {
  const { db } = await createNotesDatabase()
  const write = async (tx: Tx) => {
    await tx.insert(notes).values({ text: "rolled back", at: new Date(0) })
    throw new Error("second thoughts")
  }
  await expect(db.transaction(write)).rejects.toThrow("second thoughts")
  expect(await db.select().from(notes)).toEqual([])
})

test("an error of the ORM has PostgreSQL's code and constraint, and no value in its message", async () => {
  const { db } = await createNotesDatabase()
  const note = { text: "canary@example.org", at: new Date(0) }
  await db.insert(notes).values(note)
  const error = await db
    .insert(notes)
    .values(note)
    .then(
      () => undefined,
      (error: Error) => error,
    )
  expect(error).toMatchObject({ cause: { code: "23505", constraint: "notes_pkey" } })
  expect(error?.message).not.toContain("canary")
})

test("every connection has timeouts, a name and the UTC time zone", async () => {
  const { sql } = await createNotesDatabase()
  const names = [
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
    "application_name",
    "TimeZone",
  ]
  const values = await Promise.all(
    names.map(async (name) => (await sql`select current_setting(${name}) as is`)[0]?.["is"]),
  )
  expect(values).toEqual(["15s", "5s", "30s", "haitech", "UTC"])
})

test("server notices, which may quote a row, are not printed", () => {
  const script = `
    import { openDb } from ${JSON.stringify(new URL("client.ts", import.meta.url))}
    import { startEmbedded } from ${JSON.stringify(new URL("embedded.ts", import.meta.url))}
    const embedded = await startEmbedded(process.argv[1])
    const { pool, close } = openDb(embedded)
    await pool.query("do $$ begin raise warning 'canary'; end $$")
    console.log("done")
    await close()
    await embedded.stop()
  `
  const folder = mkdtempSync(join(tmpdir(), "haitech-client-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const child = spawnSync(process.execPath, ["--input-type=module", "-e", script, folder], { encoding: "utf8" })
  expect([child.stdout, child.stderr]).toEqual(["done\n", ""])
})

test("a pool fails quickly while the server is down, and reconnects after its restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "haitech-client-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = await startEmbedded(folder)
  const { sql, close } = openTestDb(first, { max: 3 })
  const all = () => Promise.all([1, 2, 3].map((one) => sql`select ${one}::int as one`.then(([row]) => row?.["one"])))
  expect(await all()).toEqual([1, 2, 3])
  await first.stop()
  await expect(sql`select 1`).rejects.toMatchObject({ code: "ENOENT" })
  const second = await startEmbedded(folder)
  expect(await all()).toEqual([1, 2, 3])
  await close()
  await second.stop()
})
