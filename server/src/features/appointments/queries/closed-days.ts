import { asc, eq, gte, sql } from "drizzle-orm"
import { closedDays } from "#features/appointments/table/slots.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type ClosedDayRow = Pick<typeof closedDays.$inferSelect, "date" | "name">

const { date, name } = closedDays

export function allClosedDays(db: Db): Promise<ClosedDayRow[]> {
  return db.select({ date, name }).from(closedDays).orderBy(asc(date))
}

/** Nobody closes or opens a day until the transaction ends. */
export async function holdClosedDays(tx: Tx): Promise<ReadonlySet<string>> {
  await tx.execute(sql`lock table ${closedDays} in share mode`)
  const rows = await tx.select({ date }).from(closedDays)
  return new Set(rows.map((row) => row.date))
}

/** Nobody else writes closed days until the transaction ends. */
export async function lockClosedDays(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${closedDays} in share row exclusive mode`)
}

export async function countClosedDays(tx: Tx, from: string): Promise<number> {
  return tx.$count(closedDays, gte(date, from))
}

export async function upsertClosedDay(tx: Tx, day: ClosedDayRow): Promise<void> {
  await tx
    .insert(closedDays)
    .values(day)
    .onConflictDoUpdate({ target: date, set: { name: day.name } })
}

export async function findClosedDay(tx: Tx, day: string): Promise<ClosedDayRow | undefined> {
  const [row] = await tx.select({ date, name }).from(closedDays).where(eq(date, day)).for("update")
  return row
}

export async function removeClosedDay(tx: Tx, day: string): Promise<ClosedDayRow | undefined> {
  const [row] = await tx.delete(closedDays).where(eq(date, day)).returning({ date, name })
  return row
}
