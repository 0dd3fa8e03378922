import type { Deps } from "#deps.ts"
import {
  closeOthers,
  differencesOfProvider,
  entriesOf,
  intentsInLedger,
  type LedgerEntry,
  upsertDifference,
} from "#features/donations/queries/differences.ts"
import { type Difference, differencesOf, isPaid } from "#features/donations/rules.ts"
import type { ListPage, Payment, Payments } from "#platform/payments.ts"
import { compareOrRecord } from "./renewals.ts"

/** The daily runs overlap, and banks that need days settle a payment within this time. */
const WINDOW_MS = 14 * 24 * 60 * 60 * 1000
const LOOKS = 2

/**
 * Compares the payments and refunds of the last two weeks with the provider's, in both directions, and again those that
 * differed before. What a lost event left behind is repaired; the rest is stored for an administrator.
 * @throws {Problem} `payments.unavailable`: the next attempt begins again and stores nothing twice
 */
export async function compareWithProvider(deps: Deps): Promise<void> {
  const { payments } = deps
  if (!payments) return
  for (const intentId of await findSuspects(deps, payments)) await examine(deps, payments, intentId)
}

/** The intents that are worth a reading of their own: lists are read over minutes, so they prove nothing. */
async function findSuspects({ db, now }: Deps, payments: Payments): Promise<ReadonlySet<string>> {
  const since = new Date(now().getTime() - WINDOW_MS)
  const known = await differencesOfProvider(db, payments.provider)
  const settled = new Set(known.filter(({ settledAt }) => settledAt !== null).map((row) => keyOf(row.intentId, row)))
  const suspects = new Set(known.filter(({ settledAt }) => settledAt === null).map(({ intentId }) => intentId))
  const listed = new Set<string>()
  for await (const rows of pagesOf((after) => payments.listPayments({ since, after }))) {
    const ids = rows.map(({ intentId }) => intentId)
    const entries = await entriesOf(db, ids)
    for (const payment of rows) {
      const { intentId, isDisputed } = payment
      const entry = entries.get(intentId)
      listed.add(intentId)
      const isNew = differencesBetween(entry, payment).some((difference) => !settled.has(keyOf(intentId, difference)))
      if (isNew || (isDisputed && entry?.donation.status !== "disputed")) suspects.add(intentId)
    }
  }
  for await (const intents of pagesOf((after) => payments.listRefunds({ since, after })))
    for (const intentId of intents) suspects.add(intentId)
  for (const intentId of await intentsInLedger(db, payments.provider, since))
    if (!listed.has(intentId)) suspects.add(intentId)
  return suspects
}

function keyOf(intentId: string, { kind, recorded, taken }: Difference): string {
  return `${intentId}/${kind}/${recorded}/${taken}`
}

async function* pagesOf<Row>(read: (after: string | undefined) => Promise<ListPage<Row>>) {
  let after: string | undefined
  do {
    const { rows, next } = await read(after)
    yield rows
    after = next ?? undefined
  } while (after)
}

/** Looks twice, because a payment may change between the reading of the two sides. */
async function examine(deps: Deps, payments: Payments, intentId: string): Promise<void> {
  const { db } = deps
  let payment: Payment | undefined
  let entry: LedgerEntry | undefined
  let differences: Difference[] = []
  for (let look = 0; look < LOOKS; look++) {
    await compareOrRecord(deps, intentId)
    payment = await payments.readPayment(intentId)
    entry = (await entriesOf(db, [intentId])).get(intentId)
    differences = differencesBetween(entry, payment)
    if (differences.length === 0) break
  }
  const { provider } = payments
  const donationId = entry?.donation.id ?? null
  const currency = payment?.currency ?? entry?.donation.currency ?? "usd"
  await db.transaction(async (tx) => {
    for (const difference of differences)
      await upsertDifference(tx, { ...difference, provider, intentId, donationId, currency })
    const kinds = differences.map(({ kind }) => kind)
    await closeOthers(tx, intentId, kinds)
  })
}

function differencesBetween(entry: LedgerEntry | undefined, payment: Payment | undefined): Difference[] {
  return differencesOf(
    entry && {
      isPaid: isPaid(entry.donation.status),
      amount: entry.donation.amount,
      receiptAmount: entry.receiptAmount,
      currency: entry.donation.currency,
      refunded: entry.donation.refundedAmount,
    },
    payment && { ...payment, isPaid: payment.state === "succeeded" },
  )
}
