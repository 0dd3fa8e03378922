import { asc, desc, gte } from "drizzle-orm"
import { closedDays } from "#features/appointments/table/slots.ts"
import { type OpeningHoursRow, openingHours } from "#features/chat/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type SavedHours = Pick<OpeningHoursRow, "version" | "week">

const { version, week } = openingHours

export async function latestOpeningHours(db: Db | Tx): Promise<SavedHours | undefined> {
  const [row] = await db.select({ version, week }).from(openingHours).orderBy(desc(version)).limit(1)
  return row
}

/** @returns false when the version exists */
export async function insertOpeningHours(tx: Tx, hours: SavedHours): Promise<boolean> {
  return (await tx.insert(openingHours).values(hours).onConflictDoNothing().returning({ version })).length > 0
}

export async function closedDaysFrom(db: Db, day: string): Promise<string[]> {
  const { date } = closedDays
  const rows = await db.select({ date }).from(closedDays).where(gte(date, day)).orderBy(asc(date))
  return rows.map((row) => row.date)
}
