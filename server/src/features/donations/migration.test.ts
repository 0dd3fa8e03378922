import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { migrate, migrationsFolder } from "#platform/db/migrate.ts"
import { freshDatabase } from "#platform/db/testing.ts"
import { sumMonths } from "./queries/sums.ts"

/** A database before the migration that created `donation_sums`. */
async function databaseBeforeSums() {
  const fresh = await freshDatabase()
  const folder = mkdtempSync(join(tmpdir(), "haitech-migrations-"))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await fresh.release()
  })
  const earlier = readdirSync(migrationsFolder).filter((name) => name < "20261127112423_donation_months")
  for (const name of earlier) cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true })
  await fresh.sql.unsafe("drop schema drizzle cascade; drop schema public cascade; create schema public")
  await migrate(fresh.connection, folder)
  return fresh
}

test("the migration adds up the donations that are there, and one that a process of the release before just adds", async () => {
  const { sql, db, connection } = await databaseBeforeSums()
  await sql`
    insert into donations (id, amount, refunded_amount, status, paid_at) values
      (gen_random_uuid(), 2500, 500, 'partially_refunded', '2026-01-01 04:59Z'),
      (gen_random_uuid(), 1000, 100, 'disputed', '2026-01-01 05:00Z'),
      (gen_random_uuid(), 700, 0, 'succeeded', '2026-01-20 05:00Z'),
      (gen_random_uuid(), 9900, 0, 'canceled', null)`
  let migrating: Promise<void> | undefined
  await sql.begin(async (tx) => {
    await tx`insert into donations (id, amount, status, paid_at) values (gen_random_uuid(), 300, 'succeeded', '2026-01-21Z')`
    migrating = migrate(connection)
    const waiting = () => sql`select from pg_locks where relation = 'donations'::regclass and not granted`
    await expect.poll(waiting).toHaveLength(1)
  })
  await migrating
  expect(await sumMonths(db, "America/New_York")).toEqual([
    { month: "2025-12", count: 1, amount: 2500, refunded: 500, disputed: 0, net: 2000 },
    { month: "2026-01", count: 3, amount: 2000, refunded: 100, disputed: 900, net: 1000 },
  ])
  await sql`update donations set status = 'succeeded'`
  await sql`delete from donations where amount = 300`
  expect(await sumMonths(db, "UTC")).toEqual([
    { month: "2026-01", count: 3, amount: 4200, refunded: 600, disputed: 0, net: 3600 },
  ])
})
