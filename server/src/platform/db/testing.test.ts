import { expect, test } from "vitest"
import { type FreshDatabase, freshDatabase } from "./testing.ts"

const nameOf = async ({ sql }: FreshDatabase) =>
  (await sql<[{ name: string }]>`select current_database() as name`)[0].name
const addMember = ({ sql }: FreshDatabase) =>
  sql`insert into memberships (id, name, email) values (gen_random_uuid(), 'Ti Jan', 'j@example.org')`

test("two fresh databases share nothing", async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await addMember(one)
  expect(await one.sql`select from memberships`).toHaveLength(1)
  expect(await other.sql`select from memberships`).toHaveLength(0)
  await Promise.all([one.release(), other.release()])
})

test("a released database is reused empty", async () => {
  const one = await freshDatabase()
  const name = await nameOf(one)
  await addMember(one)
  await one.release()
  const next = await freshDatabase()
  expect(await nameOf(next)).toBe(name)
  for (const table of ["memberships", "tallies"])
    expect(await next.sql`select from ${next.sql(table)}`, table).toHaveLength(0)
  await next.release()
})

test.each([
  ["tables", "alter table memberships rename to other"],
  ["columns", "alter table memberships rename column name to other"],
  ["constraints", "alter table memberships drop constraint memberships_program_known"],
  [
    "settings",
    "do $$ begin execute format('alter database %I set search_path = old, public', current_database()); end $$",
  ],
])("a released database with changed %s is not reused", async (_, change) => {
  const one = await freshDatabase()
  const name = await nameOf(one)
  await one.sql.unsafe(change)
  await one.release()
  const next = await freshDatabase()
  expect(await next.sql`select from pg_database where datname = ${name}`).toHaveLength(0)
  await addMember(next)
  await next.release()
})
