import type { ApplicationEmail } from "@haitech/contract/admin/volunteers"
import type { ApplicationStatus } from "@haitech/contract/volunteers"
import type { Deps } from "#deps.ts"
import { canBecome, emailAfter } from "#features/volunteers/rules.ts"
import type { Member } from "#platform/actor.ts"
import { Problem } from "#platform/problem.ts"
import { contentOf, renderStatusEmail } from "./emails.ts"
import { viewApplication } from "./pipeline.ts"

/** The email names the applicant, so that reading it is a look. @throws {Problem} `record.unknown`, `application.state` */
export async function previewStatusEmail(
  deps: Pick<Deps, "db" | "now" | "site">,
  actor: Member,
  { id, status }: { readonly id: string; readonly status: ApplicationStatus },
): Promise<ApplicationEmail | null> {
  const application = await viewApplication(deps, actor, id)
  if (!canBecome(application.status, status)) throw new Problem("application.state")
  const kind = emailAfter(application.status, status)
  return kind && renderStatusEmail(deps, contentOf(kind, application))
}
