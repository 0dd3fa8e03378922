import type { Deps } from "#deps.ts"
import { deleteAccount, deleteRestoredAccount } from "#features/accounts/service/account.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { eraseAppointments } from "#features/appointments/service/erasure.ts"
import { eraseChat } from "#features/chat/service/conversation.ts"
import { eraseDonor } from "#features/donations/service/erasure.ts"
import { eraseGroups } from "#features/groups/service/membership.ts"
import { eraseLearning } from "#features/learning/service/erasure.ts"
import { eraseOutreach } from "#features/outreach/service/visitors.ts"
import { eraseApplications } from "#features/volunteers/service/erasure.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { eraseSentEmails } from "#platform/mail/sent-emails.ts"
import { removePictureOf } from "./pictures.ts"

type EraseDeps = Pick<Deps, "externalCalendar" | "now" | "pictureBucket">

/** Donations are anonymized (D2). @throws {Problem} `request.invalid`, `session.stale`, `admin.last`, `rate.limited` */
export function deleteMember(deps: Deps, actor: Member, password: string | undefined): Promise<void> {
  return deleteAccount(deps, actor, password, (tx, user) => eraseMember(deps, tx, user))
}

/**
 * After a restore: deletes those again who deleted their accounts since the backup (C17). They are not emailed again.
 * @returns how many of them the backup had
 */
export async function deleteAgain(deps: EraseDeps & Pick<Deps, "db">, userIds: readonly string[]): Promise<number> {
  let count = 0
  for (const id of userIds)
    if (await deleteRestoredAccount(deps.db, id, (tx, user) => eraseMember(deps, tx, user))) count++
  return count
}

async function eraseMember(deps: EraseDeps, tx: Tx, user: UserRow): Promise<void> {
  const subject: ErasureSubject = { userId: user.id, email: user.emailVerifiedAt ? user.email : null }
  await eraseAppointments(deps, tx, subject)
  await eraseChat(tx, subject)
  await eraseGroups(tx, subject)
  await eraseDonor(tx, subject)
  await eraseOutreach(tx, subject)
  await eraseApplications(tx, subject)
  await eraseLearning(tx, subject)
  await eraseSentEmails(tx, subject)
  await removePictureOf(deps, tx, user.id)
}
