import type { ApplicationEmail } from "@haitech/contract/admin/volunteers"
import type { ApplicationStatus } from "@haitech/contract/volunteers"
import type { Deps } from "#deps.ts"
import { canBecome, emailAfter } from "#features/volunteers/rules.ts"
import { Problem } from "#platform/problem.ts"
import { contentOf, renderStatusEmail } from "./emails.ts"
import { requireApplication } from "./pipeline.ts"

/** @throws {Problem} `record.unknown`, `application.state` */
export async function previewStatusEmail(
  deps: Pick<Deps, "db" | "site">,
  { id, status }: { readonly id: string; readonly status: ApplicationStatus },
): Promise<ApplicationEmail | null> {
  const application = await requireApplication(deps, id)
  if (!canBecome(application.status, status)) throw new Problem("application.state")
  const kind = emailAfter(application.status, status)
  return kind && renderStatusEmail(deps, contentOf(kind, application))
}
