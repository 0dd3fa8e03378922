import { and, asc, eq, exists, sql } from "drizzle-orm"
import { type DonationRow, donations, type MonthlyGiftRow, monthlyGifts } from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function insertMonthlyGift(
  tx: Tx,
  gift: typeof monthlyGifts.$inferInsert,
): Promise<MonthlyGiftRow | undefined> {
  const [row] = await tx.insert(monthlyGifts).values(gift).onConflictDoNothing().returning()
  return row
}

export async function findMonthlyGift(db: Db | Tx, id: string): Promise<MonthlyGiftRow | undefined> {
  const [row] = await db.select().from(monthlyGifts).where(eq(monthlyGifts.id, id))
  return row
}

export async function findMonthlyGiftBySubscription(
  db: Db,
  subscriptionId: string,
): Promise<MonthlyGiftRow | undefined> {
  const [row] = await db.select().from(monthlyGifts).where(eq(monthlyGifts.subscriptionId, subscriptionId))
  return row
}

/** Writes only onto the revision that was read. @returns whether it did */
export async function updateMonthlyGift(
  tx: Tx,
  { id, revision }: Pick<MonthlyGiftRow, "id" | "revision">,
  change: Partial<Pick<MonthlyGiftRow, "state" | "amount" | "feeCovered">>,
): Promise<boolean> {
  const updated = await tx
    .update(monthlyGifts)
    .set({ ...change, revision: revision + 1 })
    .where(and(eq(monthlyGifts.id, id), eq(monthlyGifts.revision, revision)))
    .returning({ id: monthlyGifts.id })
  return updated.length > 0
}

export async function settleIncompleteGift(tx: Tx, id: string, state: "active" | "stopped"): Promise<void> {
  await tx
    .update(monthlyGifts)
    .set({ state, revision: sql`${monthlyGifts.revision} + 1` })
    .where(and(eq(monthlyGifts.id, id), eq(monthlyGifts.state, "incomplete")))
}

export async function lockMonthlyGift(tx: Tx, id: string): Promise<MonthlyGiftRow | undefined> {
  const [row] = await tx.select().from(monthlyGifts).where(eq(monthlyGifts.id, id)).for("update")
  return row
}

/** It names the donor of the gift; name and email are null once they are erased. */
export async function findFirstDonation(db: Db | Tx, giftId: string): Promise<DonationRow | undefined> {
  const [row] = await db
    .select()
    .from(donations)
    .where(eq(donations.monthlyGiftId, giftId))
    .orderBy(asc(donations.createdAt), asc(donations.id))
    .limit(1)
  return row
}

/** Locks every gift of a donor, so that no further donation of it is stored meanwhile. */
export async function lockGiftsOf(tx: Tx, email: string): Promise<MonthlyGiftRow[]> {
  const ofDonor = tx
    .select({ id: donations.id })
    .from(donations)
    .where(and(eq(donations.monthlyGiftId, monthlyGifts.id), eq(sql`lower(${donations.email})`, email.toLowerCase())))
  return tx.select().from(monthlyGifts).where(exists(ofDonor)).orderBy(monthlyGifts.id).for("update")
}
