import { and, count, eq, inArray, isNull, sql } from "drizzle-orm"
import {
  type DonationRow,
  donations,
  paymentEvents,
  type ReceiptRecord,
  receiptNumbers,
  receipts,
  refunds,
} from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { isId } from "#platform/db/columns.ts"

export type NewDonation = typeof donations.$inferInsert

export async function insertDonation(tx: Tx, donation: NewDonation): Promise<DonationRow | undefined> {
  const [row] = await tx.insert(donations).values(donation).onConflictDoNothing().returning()
  return row
}

export async function lockDonation(tx: Tx, intentId: string): Promise<DonationRow | undefined> {
  const [row] = await tx.select().from(donations).where(eq(donations.intentId, intentId)).for("update")
  return row
}

/** Gives a donation that began on the provider's page its intent. `reference` is its id, or a hash that is none. */
export async function claimDonation(tx: Tx, reference: string, intentId: string): Promise<void> {
  if (!isId(reference)) return
  await tx
    .update(donations)
    .set({ intentId })
    .where(and(eq(donations.id, reference), eq(donations.provider, "stripe"), isNull(donations.intentId)))
}

export async function cancelUnclaimed(db: Db, id: string): Promise<void> {
  const isUnpaid = and(isNull(donations.intentId), eq(donations.status, "pending"))
  await db
    .update(donations)
    .set({ status: "canceled" })
    .where(and(eq(donations.id, id), isUnpaid))
}

export async function findDonation(db: Db, intentId: string): Promise<DonationRow | undefined> {
  const [row] = await db.select().from(donations).where(eq(donations.intentId, intentId))
  return row
}

export async function updateDonation(tx: Tx, id: string, change: Partial<DonationRow>): Promise<void> {
  await tx.update(donations).set(change).where(eq(donations.id, id))
}

export async function insertEvent(tx: Tx, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const stored = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id })
  return stored.length > 0
}

/** Payments that banks declined, as the provider's events of the last seconds tell. */
export async function countDeclines(db: Db, seconds: number): Promise<number> {
  const { type, receivedAt } = paymentEvents
  const isRecent = sql`${receivedAt} > now() - make_interval(secs => ${seconds})`
  const [row] = await db
    .select({ declines: count() })
    .from(paymentEvents)
    .where(and(eq(type, "payment_intent.payment_failed"), isRecent))
  return row?.declines ?? 0
}

export async function findReceipt(db: Db | Tx, donationId: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.donationId, donationId))
  return row
}

export type ReceiptRow = typeof receipts.$inferSelect

/** The caller holds the donation's lock, so that a donation has one receipt. */
export async function insertReceipt(
  tx: Tx,
  { donationId, year, record }: { readonly donationId: string; readonly year: number; readonly record: ReceiptRecord },
): Promise<void> {
  const [number] = await tx
    .insert(receiptNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: receiptNumbers.year, set: { last: sql`${receiptNumbers.last} + 1` } })
    .returning()
  if (!number) throw new Error("an upsert returned no row")
  await tx.insert(receipts).values({ donationId, year, serial: number.last, record })
}

export async function anonymizeDonations(tx: Tx, email: string): Promise<void> {
  const ofDonor = eq(sql`lower(${donations.email})`, email.toLowerCase())
  await tx
    .update(receipts)
    .set({ record: sql`jsonb_set(${receipts.record}, '{donor}', 'null')` })
    .where(and(eq(sql`lower(${receipts.record} -> 'donor' ->> 'email')`, email.toLowerCase())))
  const given = await tx
    .update(donations)
    .set({ name: null, email: null, message: null })
    .where(ofDonor)
    .returning({ id: donations.id })
  const donationIds = given.map(({ id }) => id)
  await tx.update(refunds).set({ reason: null }).where(inArray(refunds.donationId, donationIds))
}
