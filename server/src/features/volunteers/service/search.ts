import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateApplications } from "#features/volunteers/queries/admin.ts"
import { waitingLimits } from "./waiting.ts"

export async function searchApplications(deps: Pick<Deps, "db" | "now" | "site">, q: string): Promise<SearchGroup> {
  const query = { q, sort: "newest", limit: SEARCH_HITS } as const
  const { rows, total } = await paginateApplications(deps.db, query, waitingLimits(deps))
  const hits = rows.map(({ id, firstName, lastName, status, createdAt }) => ({
    id,
    title: `${firstName} ${lastName}`,
    line: null,
    state: status,
    at: createdAt.toISOString(),
  }))
  return { kind: "application", total, hits }
}
