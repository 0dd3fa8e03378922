import type { ContactId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { lockContact, purgeContacts, setContactDeleted } from "#features/outreach/queries/admin.ts"
import type { ContactRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { finalBefore } from "#platform/deletions.ts"
import { Problem } from "#platform/problem.ts"

type DeletionDeps = Pick<Deps, "db" | "now">

/** @throws {Problem} `contact.unknown` */
export async function removeContact({ db, now }: DeletionDeps, actor: Member, id: ContactId): Promise<Date> {
  return db.transaction(async (tx) => {
    const contact = await lockContact(tx, id)
    if (!contact || contact.deletedAt) throw new Problem("contact.unknown")
    const deletedAt = now()
    await setContactDeleted(tx, id, deletedAt)
    await record(tx, { actor, action: "contact.deleted", subjectId: id })
    return deletedAt
  })
}

/** A message that is not deleted stays unchanged. @throws {Problem} `contact.unknown`, `deletion.final` */
export async function restoreContact({ db, now }: DeletionDeps, actor: Member, id: ContactId): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const contact = await lockContact(tx, id)
    if (!contact) throw new Problem("contact.unknown")
    if (!contact.deletedAt) return contact
    if (contact.deletedAt < finalBefore(now())) throw new Problem("deletion.final")
    await setContactDeleted(tx, id, null)
    await record(tx, { actor, action: "contact.restored", subjectId: id })
    return { ...contact, deletedAt: null }
  })
}

export async function purgeDeletedContacts({ db, now }: DeletionDeps): Promise<void> {
  await purgeContacts(db, finalBefore(now()))
}
