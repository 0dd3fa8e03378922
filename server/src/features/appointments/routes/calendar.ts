import { listCalendarDifferences, settleCalendarDifference } from "@haitech/contract/admin/appointments"
import type { Deps } from "#deps.ts"
import { openDifferences } from "#features/appointments/queries/calendar.ts"
import { tutorsOf } from "#features/appointments/queries/lists.ts"
import { settleDifference } from "#features/appointments/service/calendar-differences.ts"
import { presentRecord } from "#features/appointments/service/present.ts"
import { handle } from "#platform/http/handle.ts"

export const calendarRoutes = (deps: Deps) => [
  handle(listCalendarDifferences, async () => {
    const rows = await openDifferences(deps.db)
    return rows.map(({ id, studentName, startsAt, calendarStartsAt }) => ({
      id,
      studentName,
      startsAt: startsAt.toISOString(),
      calendarStartsAt: calendarStartsAt?.toISOString() ?? null,
    }))
  }),
  handle(settleCalendarDifference, async ({ actor, params, body }) => {
    const row = await settleDifference(deps, actor, params.id, body.take)
    return presentRecord(deps, row, await tutorsOf(deps.db, [row]))
  }),
]
