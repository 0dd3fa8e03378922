import {
  checkMembershipImport,
  importMemberships,
  type MembershipImport,
  undoMembershipImport,
} from "@haitech/contract/admin/imports"
import type { Deps } from "#deps.ts"
import { checkImport, importMembers, undoImport } from "#features/outreach/service/imports.ts"
import type { MembershipImportRow } from "#features/outreach/table.ts"
import { handle } from "#platform/http/handle.ts"

export const importRoutes = (deps: Deps) => [
  handle(checkMembershipImport, ({ body, language }) => checkImport(deps, body.file, language)),
  handle(importMemberships, async ({ actor, body }) => present(await importMembers(deps, actor, body))),
  handle(undoMembershipImport, ({ actor, params }) => undoImport(deps, actor, params.id)),
]

function present({ id, imported, existing, leftOut }: MembershipImportRow): MembershipImport {
  return { id, imported, existing, leftOut }
}
