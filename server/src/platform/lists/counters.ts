import { eq, inArray, sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { counters } from "./table.ts"

const amount = sql<number>`coalesce(sum(${counters.amount}), 0)::float8`

export async function counterValue(db: Db, name: string): Promise<number> {
  const [row] = await db.select({ amount }).from(counters).where(eq(counters.name, name))
  return row?.amount ?? 0
}

export async function counterValues<const Name extends string>(
  db: Db,
  names: readonly Name[],
): Promise<Readonly<Record<Name, number>>> {
  const rows = await db
    .select({ name: counters.name, amount })
    .from(counters)
    .where(inArray(counters.name, [...names]))
    .groupBy(counters.name)
  const amounts = new Map(rows.map((row) => [row.name, row.amount]))
  return Object.fromEntries(names.map((name) => [name, amounts.get(name) ?? 0])) as Record<Name, number>
}

export async function compactCounters(db: Db): Promise<void> {
  await db.execute(sql`
    with parts as (select name, backend from tallies where backend <> 0 for update skip locked),
      deleted as (delete from tallies using parts
        where tallies.name = parts.name and tallies.backend = parts.backend returning tallies.name, tallies.amount)
    insert into tallies (name, backend, amount) select name, 0, sum(amount) from deleted group by name order by name
    on conflict (name, backend) do update set amount = tallies.amount + excluded.amount`)
}
