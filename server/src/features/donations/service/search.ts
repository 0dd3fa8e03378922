import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateDonations } from "#features/donations/queries/records.ts"

export async function searchDonations({ db, site }: Pick<Deps, "db" | "site">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateDonations(db, { q, sort: "newest", limit: SEARCH_HITS }, site.timeZone)
  const hits = rows.map(({ id, name, email, amount, currency, status, createdAt }) => ({
    id,
    title: name,
    line: email,
    state: status,
    amount: { cents: amount, currency },
    at: createdAt.toISOString(),
  }))
  return { kind: "donation", total, hits }
}
