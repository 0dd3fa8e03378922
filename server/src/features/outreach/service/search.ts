import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateContacts, paginateMemberships } from "#features/outreach/queries/admin.ts"
import type { ContactRow, MembershipRow } from "#features/outreach/table.ts"

export async function searchContacts({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateContacts(db, { q, sort: "newest", limit: SEARCH_HITS })
  return { kind: "contact", total, hits: rows.map((row) => ({ ...hitOf(row), state: row.state })) }
}

export async function searchMemberships({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateMemberships(db, { q, sort: "newest", limit: SEARCH_HITS })
  return { kind: "membership", total, hits: rows.map(hitOf) }
}

function hitOf({ id, name, email, createdAt }: ContactRow | MembershipRow) {
  return { id, title: name, line: email, at: createdAt.toISOString() }
}
