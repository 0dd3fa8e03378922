import {
  confirmScreening,
  listScreenings,
  readScreening as readScreeningRoute,
  recordScreening,
  withdrawScreening,
} from "@haitech/contract/admin/screening"
import type { Deps } from "#deps.ts"
import { confirmStep, readScreening, recordStep, withdrawStep } from "#features/volunteers/service/screening.ts"
import { listSummaries } from "#features/volunteers/service/screening-list.ts"
import { handle } from "#platform/http/handle.ts"

export const screeningRoutes = (deps: Deps) => [
  handle(listScreenings, async ({ query }) => {
    const page = await listSummaries(deps, query)
    return { ...page, rows: [...page.rows] }
  }),
  handle(readScreeningRoute, ({ actor, params }) => readScreening(deps, actor, params.userId)),
  handle(recordScreening, ({ actor, params, body }) =>
    recordStep(deps, actor, { ...params, ...body, reference: body.reference ?? null }),
  ),
  handle(confirmScreening, ({ actor, params }) => confirmStep(deps, actor, params.id)),
  handle(withdrawScreening, ({ actor, params, body }) => withdrawStep(deps, actor, params.id, body.reason)),
]
