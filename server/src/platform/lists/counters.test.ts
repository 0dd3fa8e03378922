import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openDb } from "#platform/db/client.ts"
import { type FreshDatabase, freshDatabase } from "#platform/db/testing.ts"
import { compactCounters, counterValue, counterValues } from "./counters.ts"

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.release())

const addMember = (db: FreshDatabase["db"], at: number) =>
  db.execute(sql`insert into memberships (id, name, email)
    values (gen_random_uuid(), 'Ada', ${`ada${at}@example.org`})
    on conflict (lower(email)) do update set name = 'Ada'`)

test("a hundred rows, upserted twice by many connections at once, are counted once each", async () => {
  const pools = Array.from({ length: 4 }, () => openDb(fresh.connection, { max: 3 }))
  await Promise.all(Array.from({ length: 200 }, (_, at) => addMember((pools[at % 4] ?? fresh).db, at % 100)))
  await Promise.all(pools.map(({ close }) => close()))
  expect(await counterValue(fresh.db, "memberships")).toBe(100)
})

test("a rolled back row is not counted", async () => {
  const failing = fresh.db.transaction(async (tx) => {
    await tx.execute(sql`insert into memberships (id, name, email) values (gen_random_uuid(), 'Ada', 'a@example.org')`)
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(await counterValue(fresh.db, "memberships")).toBe(0)
})

test("compacting while other connections count keeps the sum", async () => {
  const pools = Array.from({ length: 3 }, () => openDb(fresh.connection, { max: 2 }))
  const joining = Promise.all(Array.from({ length: 90 }, (_, at) => addMember((pools[at % 3] ?? fresh).db, at)))
  const compacting = Promise.all(Array.from({ length: 5 }, () => compactCounters(fresh.db)))
  await Promise.all([joining, compacting])
  await Promise.all(pools.map(({ close }) => close()))
  await compactCounters(fresh.db)
  const parts = await fresh.sql`select backend, amount::int from tallies where name = 'memberships'`
  expect(parts).toEqual([{ backend: 0, amount: 90 }])
  expect(await counterValues(fresh.db, ["memberships", "contacts"])).toEqual({ memberships: 90, contacts: 0 })
})
