import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm"
import {
  donations,
  paymentEvents,
  type ReceiptRecord,
  type RefundRow,
  receipts,
  refunds,
  statements,
  tributes,
} from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

/** A gift with its receipt, as a donor or a statement sees it. Amounts are in cents. */
export interface Gift {
  readonly donationId: string
  readonly intentId: string | null
  readonly year: number
  readonly serial: number
  readonly record: ReceiptRecord
  readonly language: (typeof donations.$inferSelect)["language"]
  readonly refunded: number
}

/** A disputed gift is in the hands of the banks, so it is in no list. */
const COUNTED = ["succeeded", "partially_refunded", "refunded"] as const
const WORTH_A_STATEMENT = ["succeeded", "partially_refunded"] as const

export function giftsOf(db: Db, email: string, year?: number): Promise<Gift[]> {
  return db
    .select({
      donationId: donations.id,
      intentId: donations.intentId,
      year: receipts.year,
      serial: receipts.serial,
      record: receipts.record,
      language: donations.language,
      refunded: donations.refundedAmount,
    })
    .from(receipts)
    .innerJoin(donations, eq(donations.id, receipts.donationId))
    .where(
      and(
        eq(sql`lower(${donations.email})`, email.toLowerCase()),
        inArray(donations.status, COUNTED),
        year === undefined ? undefined : eq(receipts.year, year),
      ),
    )
    .orderBy(asc(receipts.year), asc(receipts.serial))
}

/** Adds the statements of at most `limit` donors who gave in the year and have none yet. @returns the new ones */
export async function insertStatements(
  tx: Tx,
  year: number,
  limit: number,
): Promise<(typeof statements.$inferSelect)[]> {
  const email = sql<string>`lower(${donations.email})`
  const sent = tx
    .select({ one: sql`1` })
    .from(statements)
    .where(and(eq(statements.email, email), eq(statements.year, year)))
  const donors = await tx
    .selectDistinct({ email })
    .from(receipts)
    .innerJoin(donations, eq(donations.id, receipts.donationId))
    .where(
      and(
        eq(receipts.year, year),
        isNotNull(donations.email),
        inArray(donations.status, WORTH_A_STATEMENT),
        sql`not exists (${sent})`,
      ),
    )
    .orderBy(email)
    .limit(limit)
  if (donors.length === 0) return []
  const rows = donors.map((donor) => ({ email: donor.email, year }))
  return tx.insert(statements).values(rows).onConflictDoNothing().returning()
}

export async function deleteStatements(tx: Tx, email: string): Promise<void> {
  await tx.delete(statements).where(eq(statements.email, email.toLowerCase()))
}

export async function findGift(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ donation: donations, receipt: receipts })
    .from(donations)
    .leftJoin(receipts, eq(receipts.donationId, donations.id))
    .where(eq(donations.id, id))
  return row
}

export function eventsOf(db: Db, intentId: string | null) {
  return db
    .select({ id: paymentEvents.id, type: paymentEvents.type, happenedAt: paymentEvents.happenedAt })
    .from(paymentEvents)
    .where(intentId === null ? sql`false` : eq(paymentEvents.intentId, intentId))
    .orderBy(asc(paymentEvents.happenedAt), asc(paymentEvents.receivedAt))
}

export function refundsOf(db: Db | Tx, donationId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.donationId, donationId)).orderBy(desc(refunds.createdAt))
}

export async function insertRefund(tx: Tx, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(refund)
}

export async function findRefund(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ refund: refunds, intentId: donations.intentId })
    .from(refunds)
    .innerJoin(donations, eq(donations.id, refunds.donationId))
    .where(eq(refunds.id, id))
  return row
}

export async function settleRefund(db: Db, id: string, state: "accepted" | "refused"): Promise<void> {
  await db
    .update(refunds)
    .set({ state })
    .where(and(eq(refunds.id, id), eq(refunds.state, "requested")))
}

export async function failRefunds(tx: Tx, donationId: string, keys: readonly string[]): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: "failed" })
    .where(
      and(
        eq(refunds.donationId, donationId),
        inArray(refunds.state, ["requested", "accepted"]),
        inArray(sql`${refunds.id}::text`, [...keys]),
      ),
    )
}

export async function forgetUnpaidDonors(db: Db, cutoff: Date): Promise<void> {
  const unpaid = db.select({ id: donations.id }).from(donations).where(isUnpaid(cutoff))
  await db.delete(tributes).where(inArray(tributes.donationId, unpaid))
  await db.update(donations).set({ name: null, email: null, message: null }).where(isUnpaidAndKnown(cutoff))
}

export async function countUnpaidDonors(db: Db, cutoff: Date): Promise<number> {
  return db.$count(donations, isUnpaidAndKnown(cutoff))
}

function isUnpaid(cutoff: Date) {
  return and(inArray(donations.status, ["failed", "canceled"]), lt(donations.createdAt, cutoff))
}

function isUnpaidAndKnown(cutoff: Date) {
  return and(isUnpaid(cutoff), or(isNotNull(donations.name), isNotNull(donations.email), isNotNull(donations.message)))
}
