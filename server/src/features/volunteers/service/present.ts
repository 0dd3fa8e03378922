import { type ApplicationRecord, type ApplicationSummary, NEXT_STEPS } from "@haitech/contract/admin/volunteers"
import type { UserId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { type ExportedApplication, peopleOf, screenedUntil } from "#features/volunteers/queries/admin.ts"
import { applicantOf } from "#features/volunteers/queries/applications.ts"
import { daysSince, isWaiting, obstacleOf, statusesAfter } from "#features/volunteers/rules.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import { text } from "#platform/messages.ts"
import { waitingLimits } from "./waiting.ts"

type ViewDeps = Pick<Deps, "db" | "now" | "site">

export async function presentSummaries(
  deps: ViewDeps,
  rows: readonly VolunteerApplicationRow[],
): Promise<ApplicationSummary[]> {
  const owners = await peopleOf(
    deps.db,
    rows.map(({ assignedAdmin }) => assignedAdmin),
  )
  return rows.map((row) => summaryOf(deps, row, owners))
}

type Names = ReadonlyMap<string, { readonly name: string }>

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

export async function presentRecord(deps: ViewDeps, row: VolunteerApplicationRow): Promise<ApplicationRecord> {
  const { role } = row
  const userId = await applicantOf(deps.db, row)
  const people = await peopleOf(deps.db, [userId, row.assignedAdmin])
  const account = userId === null ? undefined : people.get(userId)
  const until = userId === null ? null : await screenedUntil(deps.db, userId)
  const clearance = { hasAccount: account?.isOpen ?? false, screenedUntil: until }
  return {
    ...answersOf(row),
    ...summaryOf(deps, row, people),
    adminNotes: row.adminNotes,
    version: row.version,
    account: account ? { id: account.id as UserId, role: account.role, isOpen: account.isOpen } : null,
    screenedUntil: until?.toISOString() ?? null,
    nextStatuses: statusesAfter(row.status).map((status) => ({
      status,
      obstacle: obstacleOf(role, status, clearance, deps.now()),
    })),
  }
}

function answersOf({
  firstName,
  lastName,
  email,
  phone,
  country,
  timezone,
  languages,
  skills,
  availability,
  linkedinUrl,
  websiteUrl,
  motivation,
  experience,
  referral,
  language,
}: VolunteerApplicationRow) {
  const person = { firstName, lastName, email, phone, country, timezone, language, linkedinUrl, websiteUrl }
  return { ...person, languages, skills, availability, motivation, experience, referral }
}

export function exportCells({ row, owner }: ExportedApplication, language: Language): (string | null)[] {
  const { role, status, nextStep, nextStepOn, createdAt } = row
  const known = NEXT_STEPS.find((step) => step === nextStep)
  const step = known ? text(language, `admin.step_${known}`) : nextStep
  return [nameOf(row), role, status, owner, step, nextStepOn, createdAt.toISOString()]
}
