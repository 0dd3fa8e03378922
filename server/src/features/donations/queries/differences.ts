import { and, asc, eq, getTableColumns, gte, inArray, isNull, notInArray, sql } from "drizzle-orm"
import { type DifferenceRow, donationDifferences } from "#features/donations/table/differences.ts"
import { type DonationRow, donations, receipts, refunds } from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const { closedAt, foundAt, id, intentId, kind, provider, recorded, settledAt, taken } =
  getTableColumns(donationDifferences)
const IS_OPEN = and(isNull(closedAt), isNull(settledAt))
const MAX_SHOWN = 100

export interface LedgerEntry {
  readonly donation: DonationRow
  readonly receiptAmount: number | null
}

export async function entriesOf(
  db: Db,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string | null, LedgerEntry>> {
  if (intentIds.length === 0) return new Map()
  const rows = await db
    .select({ donation: donations, receiptAmount: sql<number | null>`(${receipts.record} ->> 'amount')::int` })
    .from(donations)
    .leftJoin(receipts, eq(receipts.donationId, donations.id))
    .where(inArray(donations.intentId, [...intentIds]))
  return new Map(rows.map((row) => [row.donation.intentId, row]))
}

/** The intents of the provider whose donations were paid, or whose refunds were accepted, since then. */
export async function intentsInLedger(db: Db, of: DonationRow["provider"], since: Date): Promise<string[]> {
  const isOurs = and(eq(donations.provider, of), sql`${donations.intentId} is not null`)
  const paid = await db
    .select({ intentId: donations.intentId })
    .from(donations)
    .where(and(isOurs, gte(donations.createdAt, since), sql`${donations.paidAt} is not null`))
  const refunded = await db
    .select({ intentId: donations.intentId })
    .from(refunds)
    .innerJoin(donations, eq(donations.id, refunds.donationId))
    .where(and(isOurs, eq(refunds.state, "accepted"), gte(refunds.createdAt, since)))
  return [...paid, ...refunded].flatMap((row) => row.intentId ?? [])
}

/** Those that are not closed, also if an administrator settled them. */
export async function differencesOfProvider(db: Db, of: DonationRow["provider"]): Promise<DifferenceRow[]> {
  return db
    .select()
    .from(donationDifferences)
    .where(and(eq(provider, of), isNull(closedAt)))
}

type NewDifference = Pick<
  DifferenceRow,
  "provider" | "intentId" | "kind" | "donationId" | "recorded" | "taken" | "currency"
>

/** Opens the difference, once: one that is known stays as old as it is, and settled unless its amounts changed. */
export async function upsertDifference(tx: Tx, difference: NewDifference): Promise<void> {
  const isSame = sql`(${recorded}, ${taken}) is not distinct from (excluded.recorded, excluded.taken)`
  await tx
    .insert(donationDifferences)
    .values(difference)
    .onConflictDoUpdate({
      target: [intentId, kind],
      set: {
        donationId: sql`excluded.donation_id`,
        recorded: sql`excluded.recorded`,
        taken: sql`excluded.taken`,
        currency: sql`excluded.currency`,
        foundAt: sql`case when ${closedAt} is null then ${foundAt} else excluded.found_at end`,
        closedAt: null,
        settledAt: sql`case when ${isSame} then ${settledAt} end`,
      },
    })
}

export async function closeOthers(tx: Tx, of: string, kinds: readonly DifferenceRow["kind"][]): Promise<void> {
  await tx
    .update(donationDifferences)
    .set({ closedAt: sql`now()` })
    .where(and(eq(intentId, of), isNull(closedAt), kinds.length > 0 ? notInArray(kind, [...kinds]) : undefined))
}

export function shownDifferences(db: Db): Promise<DifferenceRow[]> {
  return db.select().from(donationDifferences).where(IS_OPEN).orderBy(asc(foundAt), asc(id)).limit(MAX_SHOWN)
}

export async function settleDifference(tx: Tx, of: string): Promise<DifferenceRow | undefined> {
  const [row] = await tx
    .update(donationDifferences)
    .set({ settledAt: sql`now()` })
    .where(and(eq(id, of), IS_OPEN))
    .returning()
  return row
}

export async function differenceExists(tx: Tx, of: string): Promise<boolean> {
  return (await tx.$count(donationDifferences, eq(id, of))) > 0
}
