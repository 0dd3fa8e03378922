import type { ContactId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { lockedContact, purgeContacts, setContactDeleted } from "#features/outreach/queries/admin.ts"
import type { ContactRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { finalBefore } from "#platform/deletions.ts"
import { Problem } from "#platform/problem.ts"

type DeletionDeps = Pick<Deps, "db" | "now">

/**
 * Hides a message, with its replies, for as long as that can be undone.
 * @throws {Problem} `contact.unknown`
 */
export async function removeContact({ db, now }: DeletionDeps, actor: Member, id: ContactId): Promise<Date> {
  return db.transaction(async (tx) => {
    const known = await lockedContact(tx, id)
    if (!known || known.deletedAt) throw new Problem("contact.unknown")
    const deletedAt = now()
    await setContactDeleted(tx, id, deletedAt)
    await record(tx, { actor, action: "contact.deleted", subjectId: id })
    return deletedAt
  })
}

/**
 * Undoes a deletion. What is not deleted stays as it is.
 * @throws {Problem} `contact.unknown`, `deletion.final`
 */
export async function restoreContact({ db, now }: DeletionDeps, actor: Member, id: ContactId): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const known = await lockedContact(tx, id)
    if (!known) throw new Problem("contact.unknown")
    if (!known.deletedAt) return known
    if (known.deletedAt < finalBefore(now())) throw new Problem("deletion.final")
    await setContactDeleted(tx, id, null)
    await record(tx, { actor, action: "contact.restored", subjectId: id })
    return { ...known, deletedAt: null }
  })
}

/** Deletes for good what can no longer be undone. */
export async function purgeDeletedContacts({ db, now }: DeletionDeps): Promise<void> {
  await purgeContacts(db, finalBefore(now()))
}
