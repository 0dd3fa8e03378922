import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateThreads } from "#features/chat/queries/admin.ts"

export async function searchThreads({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateThreads(db, { q, sort: "newest", limit: SEARCH_HITS })
  const hits = rows.map(({ id, name, email, lastMessageAt }) => ({
    id,
    title: name,
    line: email,
    at: lastMessageAt.toISOString(),
  }))
  return { kind: "chat", total, hits }
}
