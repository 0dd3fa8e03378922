import { and, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm"
import { type DonationRow, donations, receipts } from "#features/donations/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, paginate, streamRows } from "#platform/lists/paginate.ts"
import { searchFilters } from "#platform/lists/search.ts"

interface DonationFilters {
  readonly q?: string | undefined
  readonly status?: DonationRow["status"] | undefined
  readonly period?: string | undefined
}

type DonationSort = "newest" | "oldest" | "largest"

const SEARCH = sql`${donations}.search`

const LIST: ListDefinition<typeof donations, DonationSort> = {
  table: donations,
  id: donations.id,
  sorts: {
    newest: { by: donations.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: donations.createdAt, type: "timestamptz", direction: "up" },
    largest: { by: donations.amount, type: "integer", direction: "down" },
  },
  search: SEARCH,
  counter: "donations",
}

interface PageQuery extends DonationFilters {
  readonly sort: DonationSort
  readonly limit: number
  readonly cursor?: string | undefined
}

export function paginateDonations(db: Db, query: PageQuery, timeZone: string) {
  const { sort, limit, cursor } = query
  return paginate(db, LIST, { sort, limit, cursor, ...filtersOf(query, timeZone) })
}

export interface ExportRow {
  readonly donation: DonationRow
  readonly receipt: string | null
}

const BATCH = 500

export async function* streamDonations(db: Db, query: DonationFilters, timeZone: string): AsyncGenerator<ExportRow> {
  let batch: DonationRow[] = []
  for await (const donation of streamRows(db, LIST, { sort: "newest", ...filtersOf(query, timeZone) })) {
    batch.push(donation)
    if (batch.length < BATCH) continue
    yield* await withReceipts(db, batch)
    batch = []
  }
  yield* await withReceipts(db, batch)
}

async function withReceipts(db: Db, rows: readonly DonationRow[]): Promise<ExportRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const number = sql<string>`${receipts.year} || '-' || lpad(${receipts.serial}::text, 6, '0')`
  const found = await db
    .select({ id: receipts.donationId, number })
    .from(receipts)
    .where(inArray(receipts.donationId, ids))
  const numbers = new Map(found.map((row) => [row.id, row.number]))
  return rows.map((donation) => ({ donation, receipt: numbers.get(donation.id) ?? null }))
}

/** An amount as search also finds the gifts of that amount. */
function filtersOf({ status, period, q }: DonationFilters, timeZone: string) {
  const amount = amountIn(q)
  return {
    q: amount === undefined ? q : undefined,
    filters: [
      status && eq(donations.status, status),
      period === undefined ? undefined : isWithin(period, timeZone),
      amount === undefined ? undefined : or(eq(donations.amount, amount), and(...searchFilters(SEARCH, q))),
    ],
  }
}

function isWithin(period: string, timeZone: string): SQL | undefined {
  const day = sql`coalesce(${donations.paidAt}, ${donations.createdAt})`
  const isMonth = period.length > 4
  const first = sql`${isMonth ? `${period}-01` : `${period}-01-01`}::timestamp`
  const next = sql`(${first} + ${isMonth ? "1 month" : "1 year"}::interval)`
  return and(gte(day, sql`${first} at time zone ${timeZone}`), lt(day, sql`${next} at time zone ${timeZone}`))
}

/** `25`, `$25.00` and `1,250` are amounts. @returns cents */
function amountIn(query: string | undefined): number | undefined {
  const [, units, cents = "00"] = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/.exec(query ?? "") ?? []
  return units ? Number(units.replaceAll(",", "")) * 100 + Number(cents) : undefined
}
