import type { listScreenings, ScreeningSummary } from "@haitech/contract/admin/screening"
import type { UserId } from "@haitech/contract/ids"
import type { Page } from "@haitech/contract/lists"
import type { ParsedInput } from "@haitech/contract/route"
import { SCREENING_REMINDERS } from "@haitech/contract/screening"
import type { Deps } from "#deps.ts"
import { paginatePeople, workCounts } from "#features/volunteers/queries/screening-work.ts"
import { screeningState } from "#features/volunteers/rules/screening.ts"

const DAY_MS = 86_400_000

/** Now, and the day before which a screening ends soon. */
export function endingSpan(now: Date) {
  return { now, until: new Date(now.getTime() + Math.max(...SCREENING_REMINDERS) * DAY_MS) }
}

export async function listSummaries(
  { db, now }: Pick<Deps, "db" | "now">,
  query: ParsedInput<typeof listScreenings>["query"],
): Promise<Page<ScreeningSummary>> {
  const at = now()
  const { rows: people, ...page } = await paginatePeople(db, endingSpan(at), query)
  const counts = await workCounts(
    db,
    at,
    people.map(({ id }) => id),
  )
  const rows = people.flatMap(({ id }) => {
    const row = counts.get(id)
    if (!row) return []
    const { screenedUntil, isActive, ...facts } = row
    const state = screeningState({ isActive, screenedUntil }, at)
    return [{ ...facts, id: id as UserId, state, screenedUntil: screenedUntil?.toISOString() ?? null }]
  })
  return { ...page, rows }
}
