import { readOpeningHours, saveOpeningHours as saveOpeningHoursRoute } from "@haitech/contract/admin/opening-hours"
import type { Deps } from "#deps.ts"
import type { SavedHours } from "#features/chat/queries/opening-hours.ts"
import { currentOpeningHours, saveOpeningHours } from "#features/chat/service/opening-hours.ts"
import { handle } from "#platform/http/handle.ts"

export const openingHoursRoutes = (deps: Pick<Deps, "db">) => [
  handle(readOpeningHours, async () => present(await currentOpeningHours(deps.db))),
  handle(saveOpeningHoursRoute, async ({ actor, body }) => present(await saveOpeningHours(deps, actor, body))),
]

function present({ version, week }: SavedHours) {
  return { version, week: week.map((spans) => [...spans]) }
}
