import {
  type ApplicationRecord,
  type ApplicationSummary,
  changeApplication,
  exportApplications,
  listApplications,
  NEXT_STEPS,
  previewApplicationEmail,
  readApplication,
} from "@haitech/contract/admin/volunteers"
import type { UserId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  ownerNames,
  paginateApplications,
  peopleOf,
  screenedUntil,
  streamApplications,
} from "#features/volunteers/queries/admin.ts"
import { canBecome, daysSince, emailAfter, isWaiting, obstacleOf, statusesAfter } from "#features/volunteers/rules.ts"
import { contentOf, renderStatusEmail } from "#features/volunteers/service/emails.ts"
import { change, requireApplication, viewApplication } from "#features/volunteers/service/pipeline.ts"
import { waitingLimits } from "#features/volunteers/service/waiting.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import { handle } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"

const EXPORT_TITLES = ["name", "role", "state", "owner", "next_step", "due", "date"] as const

export const volunteerAdminRoutes = (deps: Deps) => [
  handle(listApplications, async ({ query }) => {
    const page = await paginateApplications(deps.db, query, waitingLimits(deps))
    const owners = await peopleOf(
      deps.db,
      page.rows.map(({ assignedAdmin }) => assignedAdmin),
    )
    return { ...page, rows: page.rows.map((row) => summaryOf(deps, row, owners)) }
  }),
  handle(exportApplications, async ({ actor, query, language }) => {
    const owners = await ownerNames(deps.db)
    return exportList(deps.db, actor, {
      list: "volunteer_applications",
      question: query,
      language,
      titles: EXPORT_TITLES,
      rows: streamApplications(deps.db, query, waitingLimits(deps)),
      cells: (row) => cellsOf(row, owners, language),
    })
  }),
  handle(readApplication, async ({ actor, params }) => present(deps, await viewApplication(deps, actor, params.id))),
  handle(previewApplicationEmail, async ({ params: { id, status } }) => {
    const application = await requireApplication(deps, id)
    if (!canBecome(application.status, status)) throw new Problem("application.state")
    const kind = emailAfter(application.status, status)
    return { email: kind && renderStatusEmail(deps, contentOf(kind, application)) }
  }),
  handle(changeApplication, async ({ actor, params, body }) =>
    present(deps, await change(deps, actor, params.id, body)),
  ),
]

type Names = ReadonlyMap<string, { readonly name: string }>
type ViewDeps = Pick<Deps, "db" | "now" | "site">

function summaryOf(deps: ViewDeps, row: VolunteerApplicationRow, owners: Names): ApplicationSummary {
  const { id, role, status, nextStep, nextStepOn, assignedAdmin, statusChangedAt, createdAt } = row
  const owner = assignedAdmin === null ? undefined : owners.get(assignedAdmin)
  return {
    id,
    role,
    name: nameOf(row),
    status,
    owner: owner ? { id: assignedAdmin as UserId, name: owner.name } : null,
    nextStep,
    nextStepOn,
    isWaiting: isWaiting(row, waitingLimits(deps)),
    waitingDays: daysSince(statusChangedAt, deps.now()),
    createdAt: createdAt.toISOString(),
  }
}

const nameOf = ({ firstName, lastName }: VolunteerApplicationRow) => `${firstName} ${lastName}`

async function present(deps: ViewDeps, row: VolunteerApplicationRow): Promise<ApplicationRecord> {
  const { userId, role, firstName, lastName, email, phone, country, timezone, languages, skills } = row
  const { availability, linkedinUrl, websiteUrl, motivation, experience, referral, language, adminNotes, version } = row
  const people = await peopleOf(deps.db, [userId, row.assignedAdmin])
  const account = userId === null ? undefined : people.get(userId)
  const until = userId === null ? null : await screenedUntil(deps.db, userId)
  const clearance = { hasAccount: account?.isOpen ?? false, screenedUntil: until }
  return {
    ...summaryOf(deps, row, people),
    ...{ firstName, lastName, email, phone, country, timezone, languages, skills, availability },
    ...{ linkedinUrl, websiteUrl, motivation, experience, referral, language, adminNotes, version },
    account: account ? { id: account.id as UserId, role: account.role, isOpen: account.isOpen } : null,
    screenedUntil: until?.toISOString() ?? null,
    nextStatuses: statusesAfter(row.status).map((status) => ({
      status,
      obstacle: obstacleOf(role, status, clearance, deps.now()),
    })),
  }
}

function cellsOf(row: VolunteerApplicationRow, owners: ReadonlyMap<string, string>, language: Language) {
  const { role, status, assignedAdmin, nextStep, nextStepOn, createdAt } = row
  const known = NEXT_STEPS.find((step) => step === nextStep)
  return [
    nameOf(row),
    role,
    status,
    (assignedAdmin && owners.get(assignedAdmin)) ?? null,
    known ? text(language, `admin.step_${known}`) : nextStep,
    nextStepOn,
    createdAt.toISOString(),
  ]
}
