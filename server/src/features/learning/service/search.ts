import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateCourses } from "#features/learning/queries/admin.ts"

export async function searchCourses({ db }: Pick<Deps, "db">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateCourses(db, { q, sort: "position", limit: SEARCH_HITS })
  return { kind: "course", total, hits: rows.map(({ id, title, description }) => ({ id, title, line: description })) }
}
