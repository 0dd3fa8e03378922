import {
  changeApplication,
  exportApplications,
  listApplications,
  previewApplicationEmail,
  readApplication,
} from "@haitech/contract/admin/volunteers"
import type { Deps } from "#deps.ts"
import { paginateApplications, streamApplications } from "#features/volunteers/queries/admin.ts"
import { change, viewApplication } from "#features/volunteers/service/pipeline.ts"
import { exportCells, presentRecord, presentSummaries } from "#features/volunteers/service/present.ts"
import { previewStatusEmail } from "#features/volunteers/service/preview.ts"
import { waitingLimits } from "#features/volunteers/service/waiting.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"

const EXPORT_TITLES = ["name", "role", "state", "owner", "next_step", "due", "date"] as const

export const volunteerAdminRoutes = (deps: Deps) => [
  handleStaleRead(listApplications, async ({ query, db }) => {
    const page = await paginateApplications(db, query, waitingLimits(deps))
    return { ...page, rows: await presentSummaries({ ...deps, db }, page.rows) }
  }),
  handleStaleRead(exportApplications, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "volunteer_applications",
      question: query,
      language,
      titles: EXPORT_TITLES,
      rows: streamApplications(db, query, waitingLimits(deps)),
      cells: (application) => exportCells(application, language),
    }),
  ),
  handle(readApplication, async ({ actor, params }) =>
    presentRecord(deps, await viewApplication(deps, actor, params.id)),
  ),
  handle(previewApplicationEmail, async ({ actor, params }) => ({
    email: await previewStatusEmail(deps, actor, params),
  })),
  handle(changeApplication, async ({ actor, params, body }) =>
    presentRecord(deps, await change(deps, actor, params.id, body)),
  ),
]
