import type { changeApplication } from "@haitech/contract/admin/volunteers"
import { clockAt } from "@haitech/contract/clock"
import type { ParsedInput } from "@haitech/contract/route"
import type { Deps } from "#deps.ts"
import { approveRole, endRole } from "#features/accounts/service/roles.ts"
import { endTutorPause, pauseTutor } from "#features/appointments/service/tutors.ts"
import {
  type ApplicationChanges,
  findApplication,
  lockApplication,
  lockPeople,
  lockScreenedUntil,
  type Person,
  updateApplication,
} from "#features/volunteers/queries/admin.ts"
import { applicantOf } from "#features/volunteers/queries/applications.ts"
import { canBecome, emailAfter, isUnderWay, nextStepDay, obstacleOf, stepAfter } from "#features/volunteers/rules.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { enqueueStatusEmail } from "./emails.ts"

type PipelineDeps = Pick<Deps, "db" | "now" | "site">
type Change = ParsedInput<typeof changeApplication>["body"]

/** Records who reads the personal data of an applicant. @throws {Problem} `record.unknown` */
export async function viewApplication(
  { db }: Pick<Deps, "db">,
  actor: Member,
  id: string,
): Promise<VolunteerApplicationRow> {
  const application = await requireApplication({ db }, id)
  await record(db, { actor, action: "application.viewed", subjectId: id })
  return application
}

/** @throws {Problem} `record.unknown` */
async function requireApplication({ db }: Pick<Deps, "db">, id: string): Promise<VolunteerApplicationRow> {
  const application = await findApplication(db, id)
  if (!application) throw new Problem("record.unknown")
  return application
}

/**
 * A repeated change succeeds and is a look at the application; any other one links the account of `applicantOf`.
 * Accounts are locked before the application, as when an account is deleted.
 * @throws {Problem} `record.unknown`, `record.changed`, `application.state`, `application.no_account`,
 * `application.not_screened`, `request.invalid`
 */
export async function change(
  deps: PipelineDeps,
  actor: Member,
  id: string,
  { version, sendsEmail = true, personalLine, ...fields }: Change,
): Promise<VolunteerApplicationRow> {
  const userId = await applicantOf(deps.db, await requireApplication(deps, id))
  return deps.db.transaction(async (tx) => {
    const people = await lockPeople(tx, [userId, fields.assignedAdmin])
    const before = await lockApplication(tx, id)
    if (!before) throw new Problem("record.unknown")
    const changed = changesOf(before, fields)
    if (Object.keys(changed).length === 0) {
      await record(tx, { actor, action: "application.viewed", subjectId: id })
      return before
    }
    const applicant = await applicantOf(tx, before)
    if (applicant !== userId || (version !== undefined && version !== before.version)) {
      throw new Problem("record.changed")
    }
    const update = resolve(deps, before, changed, { actor, people })
    const row = await updateApplication(tx, id, { ...update, userId, version: before.version + 1 })
    const kind = row.status === before.status ? null : emailAfter(before.status, row.status)
    if (row.status !== before.status) await applyStatus(tx, deps, actor, { before, row, people })
    if (kind && sendsEmail) await enqueueStatusEmail(tx, kind, row, personalLine)
    const after = { ...factsOf(row), ...(kind && { sendsEmail }) }
    await record(tx, { actor, action: "application.changed", subjectId: id, ...difference(factsOf(before), after) })
    return row
  })
}

type Fields = Pick<Change, "status" | "assignedAdmin" | "adminNotes" | "nextStep" | "nextStepOn">

function changesOf(before: VolunteerApplicationRow, fields: Fields): ApplicationChanges {
  const names = Object.keys(fields) as (keyof Fields)[]
  const changed = names.filter((name) => fields[name] !== undefined && fields[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, fields[name]]))
}

interface Context {
  readonly actor: Member
  readonly people: ReadonlyMap<string, Person>
}

/** A new status brings its next step. The administrator who moves an application without an owner becomes the owner. */
function resolve(
  { now, site }: PipelineDeps,
  before: VolunteerApplicationRow,
  changed: ApplicationChanges,
  { actor, people }: Context,
): ApplicationChanges {
  const { date: today } = clockAt(now().toISOString(), site.timeZone)
  const { status, assignedAdmin } = changed
  if (status && !canBecome(before.status, status)) throw new Problem("application.state")
  const owner = assignedAdmin ? people.get(assignedAdmin) : undefined
  if (assignedAdmin && !(owner?.isAdmin && owner.isOpen)) throw invalid("assignedAdmin", "id.invalid")
  if (changed.nextStepOn && changed.nextStepOn < today) throw invalid("nextStepOn", "date.past")
  const moved = status && {
    ...stepAfter(status, today),
    statusChangedAt: now(),
    assignedAdmin: before.assignedAdmin ?? actor.id,
  }
  const update = { ...moved, ...changed }
  const row = { ...before, ...update }
  const { nextStep, nextStepOn } = row
  if (nextStep === null && (nextStepOn !== null || isUnderWay(row))) throw invalid("nextStep", "next_step.required")
  if (assignedAdmin === null && isUnderWay(row)) throw invalid("assignedAdmin", "owner.required")
  return nextStep !== null && nextStepOn === null ? { ...update, nextStepOn: nextStepDay(today) } : update
}

function invalid(field: string, error: "id.invalid" | "date.past" | "next_step.required" | "owner.required"): Problem {
  return new Problem("request.invalid", { fields: { [field]: error } })
}

interface Move {
  readonly before: VolunteerApplicationRow
  readonly row: VolunteerApplicationRow
  readonly people: ReadonlyMap<string, Person>
}

async function applyStatus(tx: Tx, deps: PipelineDeps, actor: Member, { before, row, people }: Move): Promise<void> {
  const { userId, role, status } = row
  const hasAccount = userId !== null && people.get(userId)?.isOpen === true
  const screenedUntil = userId && status === "active" ? await lockScreenedUntil(tx, userId) : null
  const obstacle = obstacleOf(role, status, { hasAccount, screenedUntil }, deps.now())
  if (obstacle) throw new Problem(`application.${obstacle}`)
  if (userId === null) return
  if (status === "active") {
    await approveRole(tx, deps, actor, { userId, role })
    if (before.status === "paused") await endTutorPause(tx, actor, userId)
  }
  if (status === "paused") await pauseTutor(tx, deps, actor, userId)
  if (status === "alumni") await endRole(tx, actor, { userId, role })
}

/** Entries of the audit log outlive the people they are about, so they hold no text of an administrator. */
function factsOf({ status, assignedAdmin, nextStepOn }: VolunteerApplicationRow) {
  return { status, assignedAdmin, nextStepOn }
}
