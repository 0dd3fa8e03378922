import { eq, sql } from "drizzle-orm"
import { type DonationRow, donations } from "#features/donations/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, paginate, streamRows } from "#platform/lists/paginate.ts"

interface DonationFilters {
  readonly q?: string | undefined
  readonly status?: DonationRow["status"] | undefined
}

type DonationSort = "newest" | "oldest" | "largest"

const LIST: ListDefinition<typeof donations, DonationSort> = {
  table: donations,
  id: donations.id,
  sorts: {
    newest: { by: donations.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: donations.createdAt, type: "timestamptz", direction: "up" },
    largest: { by: donations.amount, type: "integer", direction: "down" },
  },
  search: sql`${donations}.search`,
  counter: "donations",
}

export function paginateDonations(
  db: Db,
  {
    status,
    ...query
  }: DonationFilters & { readonly sort: DonationSort; readonly limit: number; readonly cursor?: string | undefined },
) {
  return paginate(db, LIST, { ...query, filters: [status && eq(donations.status, status)] })
}

export function streamDonations(db: Db, { status, q }: DonationFilters): AsyncGenerator<DonationRow> {
  return streamRows(db, LIST, { sort: "newest", q, filters: [status && eq(donations.status, status)] })
}
