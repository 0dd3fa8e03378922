import {
  addCaseEntry,
  changeCase,
  listCases,
  listSafeguardingStaff,
  nameSafeguardingStaff,
  readCase,
  readUserConsent,
} from "@haitech/contract/admin/safeguarding"
import type { Deps } from "#deps.ts"
import { paginateCases } from "#features/safeguarding/queries/cases.ts"
import { addNote, changeState, presentCase, readCaseFile } from "#features/safeguarding/service/cases.ts"
import { viewConsents } from "#features/safeguarding/service/consents.ts"
import { listStaff, nameStaff, requireReader } from "#features/safeguarding/service/staff.ts"
import { handle } from "#platform/http/handle.ts"

export const adminRoutes = (deps: Deps) => [
  handle(readUserConsent, ({ actor, params }) => viewConsents(deps, actor, params.id)),
  handle(listCases, async ({ actor, query }) => {
    await requireReader(deps.db, actor)
    const page = await paginateCases(deps.db, query)
    return { ...page, rows: page.rows.map(presentCase) }
  }),
  handle(readCase, ({ actor, params }) => readCaseFile(deps, actor, params.id)),
  handle(addCaseEntry, ({ actor, params, body }) => addNote(deps, actor, params.id, body.text)),
  handle(changeCase, ({ actor, params, body }) => changeState(deps, actor, params.id, body)),
  handle(listSafeguardingStaff, ({ actor }) => listStaff(deps, actor)),
  handle(nameSafeguardingStaff, ({ actor, params, body }) => nameStaff(deps, actor, params.id, body.isNamed)),
]
