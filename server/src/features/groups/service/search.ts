import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateGroups } from "#features/groups/queries/admin.ts"
import { presentGroups } from "./present.ts"

export async function searchGroups(deps: Pick<Deps, "db" | "now">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateGroups(deps.db, { q, sort: "newest", limit: SEARCH_HITS })
  const groups = total > 0 ? await presentGroups(deps, rows) : []
  const hits = groups.map(({ id, name, mentorName, createdAt }) => ({
    id,
    title: name,
    line: mentorName,
    at: createdAt,
  }))
  return { kind: "group", total, hits }
}
