import { clockAt } from "@haitech/contract/clock"
import type { ApplicationId } from "@haitech/contract/ids"
import type { OwnApplication } from "@haitech/contract/volunteers"
import type { Deps } from "#deps.ts"
import { lockAccount, resignWaitingRole } from "#features/accounts/service/waiting-role.ts"
import {
  applicantOf,
  applicationsOf,
  deleteApplication,
  lockApplication,
  lockOwn,
} from "#features/volunteers/queries/applications.ts"
import { mayWithdraw } from "#features/volunteers/rules/progress.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { findByToken } from "./links.ts"

export type WithdrawnEmail = Pick<VolunteerApplicationRow, "role" | "language"> & { readonly to: string }

export async function listOwn(deps: Pick<Deps, "db" | "now" | "site">, userId: string): Promise<OwnApplication[]> {
  const rows = await applicationsOf(deps.db, userId)
  return rows.map((row) => presentOwn(deps, row))
}

/** @throws {Problem} `application_link.expired` */
export async function readByToken(deps: Deps, token: string): Promise<OwnApplication> {
  return presentOwn(deps, await findByToken(deps, token))
}

/** @throws {Problem} `record.unknown`, `application.final` */
export async function withdrawOwn(deps: Deps, userId: string, id: ApplicationId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const row = await lockOwn(tx, userId, id)
    if (!row) throw new Problem("record.unknown")
    await withdraw(tx, row)
  })
}

/** @throws {Problem} `application_link.expired`, `application.final` */
export async function withdrawByToken(deps: Deps, token: string): Promise<void> {
  const found = await findByToken(deps, token)
  const userId = await applicantOf(deps.db, found)
  await deps.db.transaction(async (tx) => {
    if (userId) await lockAccount(tx, userId)
    const row = await lockApplication(tx, found.id as ApplicationId)
    if (!row) throw new Problem("application_link.expired")
    await withdraw(tx, row)
  })
}

/** Deletes the application, and the role that waits at the applicant's account. The email confirms both. */
async function withdraw(tx: Tx, row: VolunteerApplicationRow): Promise<void> {
  if (!mayWithdraw(row)) throw new Problem("application.final")
  const { role, language, email: to } = row
  await deleteApplication(tx, row.id as ApplicationId)
  if (row.userId) await resignWaitingRole(tx, row.userId, role)
  const payload: WithdrawnEmail = { to, role, language }
  await enqueue(tx, { kind: "application.withdrawn", key: `application.withdrawn:${row.id}`, payload })
}

function presentOwn({ now, site }: Pick<Deps, "now" | "site">, row: VolunteerApplicationRow): OwnApplication {
  const dayOf = (at: Date) => clockAt(at.toISOString(), site.timeZone).date
  const isOpen = mayWithdraw(row)
  const nextOn = isOpen ? row.nextStepOn : null
  return {
    id: row.id as ApplicationId,
    role: row.role,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    country: row.country,
    timezone: row.timezone,
    languages: row.languages,
    skills: row.skills,
    availability: row.availability,
    linkedinUrl: row.linkedinUrl,
    websiteUrl: row.websiteUrl,
    motivation: row.motivation,
    experience: row.experience,
    referral: row.referral,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    statusChangedAt: row.statusChangedAt.toISOString(),
    nextOn,
    isLate: nextOn !== null && nextOn < dayOf(now()),
    canWithdraw: isOpen,
    hasAccount: row.userId !== null,
  }
}
