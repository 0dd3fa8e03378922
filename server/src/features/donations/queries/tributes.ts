import { eq, inArray, sql } from "drizzle-orm"
import { donations, type TributeRow, tributes } from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function insertTribute(tx: Tx, tribute: typeof tributes.$inferInsert): Promise<void> {
  await tx.insert(tributes).values(tribute)
}

export async function findTribute(db: Db | Tx, donationId: string): Promise<TributeRow | undefined> {
  const [row] = await db.select().from(tributes).where(eq(tributes.donationId, donationId))
  return row
}

export async function findTributeWithDonation(db: Db, donationId: string) {
  const [row] = await db
    .select()
    .from(tributes)
    .innerJoin(donations, eq(donations.id, tributes.donationId))
    .where(eq(tributes.donationId, donationId))
  return row
}

/** Runs before the donor is erased: the tributes of the donor, and the address of a person to be told. */
export async function eraseTributes(tx: Tx, email: string): Promise<void> {
  const address = email.toLowerCase()
  const given = tx
    .select({ id: donations.id })
    .from(donations)
    .where(eq(sql`lower(${donations.email})`, address))
  await tx.delete(tributes).where(inArray(tributes.donationId, given))
  await tx
    .update(tributes)
    .set({ notifyName: null, notifyEmail: null, message: null })
    .where(eq(sql`lower(${tributes.notifyEmail})`, address))
}
