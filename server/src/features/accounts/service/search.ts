import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateUsers } from "#features/accounts/queries/user-list.ts"

export async function searchUsers({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateUsers(db, { q, sort: "newest", limit: SEARCH_HITS })
  const hits = rows.map(({ id, firstName, lastName, username, email, createdAt }) => {
    const name = [firstName, lastName].filter(Boolean).join(" ")
    return { id, title: name || email, line: name ? email : username, at: createdAt.toISOString() }
  })
  return { kind: "user", total, hits }
}
