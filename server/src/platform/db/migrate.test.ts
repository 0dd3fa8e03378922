import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import type { Where } from "./connection.ts"
import { migrate } from "./migrate.ts"
import { freshDatabase } from "./testing.ts"

function createMigrations(steps: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "haitech-migrations-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(steps)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, "migration.sql"), sql)
  }
  return folder
}

async function createDatabase() {
  const { connection, sql, release } = await freshDatabase()
  onTestFinished(release)
  return { connection, sql }
}

function spawnMigrate(where: Where, folder: string) {
  const script = `
    import { migrate } from ${JSON.stringify(new URL("migrate.ts", import.meta.url))}
    await migrate(${JSON.stringify(where)}, ${JSON.stringify(folder)})
  `
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  return { child, ended: once(child, "exit") as Promise<[number | null, string | null]> }
}

const TWO = {
  "20300101000000_first":
    "create table steps (name text); --> statement-breakpoint insert into steps values ('first');",
  "20300102000000_second": "insert into steps values ('second'); --> statement-breakpoint select pg_sleep(0.2);",
}

test("four processes at once apply every migration once", async () => {
  const { connection, sql } = await createDatabase()
  const folder = createMigrations(TWO)
  const exits = await Promise.all([1, 2, 3, 4].map(() => spawnMigrate(connection, folder).ended))
  expect(exits).toEqual([0, 1, 2, 3].map(() => [0, null]))
  expect(await sql`select name from steps`).toEqual([{ name: "first" }, { name: "second" }])
})

test("only new migrations are applied", async () => {
  const { connection, sql } = await createDatabase()
  await migrate(connection, createMigrations(TWO))
  await migrate(connection, createMigrations({ ...TWO, "20300103000000_third": "insert into steps values ('third');" }))
  expect(await sql`select name from steps`).toEqual([{ name: "first" }, { name: "second" }, { name: "third" }])
})

test("a killed process changes nothing, and the next one applies all migrations", async () => {
  const { connection, sql } = await createDatabase()
  const slow = createMigrations({
    ...TWO,
    "20300103000000_slow": "create table slow (); --> statement-breakpoint select pg_sleep(30);",
  })
  for (let round = 0; round < 3; round += 1) {
    const { child, ended } = spawnMigrate(connection, slow)
    const findSleeping = () =>
      sql`select pid from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`
    await expect.poll(findSleeping, { timeout: 30_000 }).toHaveLength(1)
    child.kill("SIGKILL")
    await ended
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`
    expect(await sql`select to_regclass('steps') as steps, to_regclass('slow') as slow`).toEqual([
      { steps: null, slow: null },
    ])
  }
  await migrate(connection, createMigrations(TWO))
  expect(await sql`select name from steps`).toEqual([{ name: "first" }, { name: "second" }])
})

test("a failing migration rolls back the earlier ones and reports its error", async () => {
  const { connection, sql } = await createDatabase()
  const folder = createMigrations({ ...TWO, "20300103000000_wrong": "select * from nowhere;" })
  await expect(migrate(connection, folder)).rejects.toMatchObject({ cause: { code: "42P01" } })
  expect(await sql`select to_regclass('steps') as steps`).toEqual([{ steps: null }])
})

test("a server older than PostgreSQL 15 is refused with a one-line message", async () => {
  const { connection, sql } = await createDatabase()
  // Simulates an old server: the search path finds this function before PostgreSQL's own.
  await sql.unsafe(`
    create schema old;
    create function old.current_setting(text) returns text language sql
      as $$ select case $1 when 'server_version_num' then '140019' else '14.19' end $$;
    do $$ begin execute format('alter database %I set search_path = old, pg_catalog, public', current_database()); end $$
  `)
  await expect(migrate(connection, createMigrations(TWO))).rejects.toThrow(
    "PostgreSQL 14.19 is too old: 15 or newer is needed.",
  )
})

test("an unreachable server is reported in one line without the password", async () => {
  const migrating = migrate("postgres://app:hunter2@127.0.0.1:5699/app", createMigrations(TWO))
  await expect(migrating).rejects.toMatchObject({
    name: "DatabaseUnreachableError",
    message: "The database does not answer: connect ECONNREFUSED 127.0.0.1:5699",
  })
  await expect(migrate("postgres//app:hunter2@db", createMigrations(TWO))).rejects.toThrow(
    /^DATABASE_URL is not an address \(postgres:\/\/user@host\/name\)\.$/,
  )
})
