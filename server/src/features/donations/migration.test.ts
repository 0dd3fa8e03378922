import { expect, test } from "vitest"
import { migrate } from "#platform/db/migrate.ts"
import { databaseBefore } from "#platform/db/testing-migrations.ts"
import { sumMonths } from "./queries/sums.ts"

test("the migration adds up the donations that are there, and one that a process of the release before just adds", async () => {
  const { sql, db, connection } = await databaseBefore("20261127112423_donation_months")
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
