import { SEARCH_HITS, type SearchGroup } from "@haitech/contract/admin/search"
import type { Deps } from "#deps.ts"
import { paginateAppointments } from "#features/appointments/queries/lists.ts"
import { startOf } from "#features/appointments/rules/states.ts"

export async function searchAppointments({ db, now }: Pick<Deps, "db" | "now">, q: string): Promise<SearchGroup> {
  const { rows, total } = await paginateAppointments(db, now(), { q, sort: "newest", limit: SEARCH_HITS })
  const hits = rows.map((row) => ({
    id: row.id,
    title: row.studentName,
    line: row.studentEmail,
    state: row.status,
    at: startOf(row).toISOString(),
  }))
  return { kind: "appointment", total, hits }
}
