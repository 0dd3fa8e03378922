import { expect, test } from "vitest"
import { freshDatabase } from "./testing.ts"

test("two fresh databases share nothing, and a dropped one is gone", async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await one.sql`create table only_here (id int)`
  expect(await other.sql`select to_regclass('only_here') as found`).toEqual([{ found: null }])
  const [{ name }] = await one.sql<[{ name: string }]>`select current_database() as name`
  await one.drop()
  expect(await other.sql`select from pg_database where datname = ${name}`).toHaveLength(0)
  await other.drop()
})
