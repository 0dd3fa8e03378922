import type { AuditAction } from "@haitech/contract/audit"
import type { ContactId, MembershipId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import {
  lockContact,
  lockMembership,
  purgeContacts,
  purgeMemberships,
  setContactDeleted,
  setMembershipDeleted,
} from "#features/outreach/queries/admin.ts"
import type { ContactRow, MembershipRow } from "#features/outreach/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { finalBefore } from "#platform/deletions.ts"
import { Problem } from "#platform/problem.ts"

type DeletionDeps = Pick<Deps, "db" | "now">

interface Kind<Id, Row> {
  readonly unknown: "contact.unknown" | "record.unknown"
  readonly deleted: AuditAction
  readonly restored: AuditAction
  lock(tx: Tx, id: Id): Promise<Row | undefined>
  setDeleted(tx: Tx, id: Id, at: Date | null): Promise<void>
}

const CONTACT: Kind<ContactId, ContactRow> = {
  unknown: "contact.unknown",
  deleted: "contact.deleted",
  restored: "contact.restored",
  lock: lockContact,
  setDeleted: setContactDeleted,
}

const MEMBERSHIP: Kind<MembershipId, MembershipRow> = {
  unknown: "record.unknown",
  deleted: "membership.deleted",
  restored: "membership.restored",
  lock: lockMembership,
  setDeleted: setMembershipDeleted,
}

type Run<Id, Result> = (deps: DeletionDeps, actor: Member, id: Id) => Promise<Result>

/** @throws {Problem} `contact.unknown` */
export const removeContact: Run<ContactId, Date> = (deps, actor, id) => remove(deps, actor, { kind: CONTACT, id })

/** @throws {Problem} `record.unknown` */
export const removeMembership: Run<MembershipId, Date> = (deps, actor, id) =>
  remove(deps, actor, { kind: MEMBERSHIP, id })

/** @throws {Problem} `contact.unknown`, `deletion.final` */
export const restoreContact: Run<ContactId, ContactRow> = (deps, actor, id) =>
  restore(deps, actor, { kind: CONTACT, id })

/** @throws {Problem} `record.unknown`, `deletion.final` */
export const restoreMembership: Run<MembershipId, MembershipRow> = (deps, actor, id) =>
  restore(deps, actor, { kind: MEMBERSHIP, id })

interface Target<Id, Row> {
  readonly kind: Kind<Id, Row>
  readonly id: Id
}

type Deletable = { readonly deletedAt: Date | null }

function remove<Id extends string, Row extends Deletable>(
  { db, now }: DeletionDeps,
  actor: Member,
  { kind, id }: Target<Id, Row>,
): Promise<Date> {
  return db.transaction(async (tx) => {
    const row = await kind.lock(tx, id)
    if (!row || row.deletedAt) throw new Problem(kind.unknown)
    const deletedAt = now()
    await kind.setDeleted(tx, id, deletedAt)
    await record(tx, { actor, action: kind.deleted, subjectId: id })
    return deletedAt
  })
}

/** A record that is not deleted stays unchanged. */
function restore<Id extends string, Row extends Deletable>(
  { db, now }: DeletionDeps,
  actor: Member,
  { kind, id }: Target<Id, Row>,
): Promise<Row> {
  return db.transaction(async (tx) => {
    const row = await kind.lock(tx, id)
    if (!row) throw new Problem(kind.unknown)
    if (!row.deletedAt) return row
    if (row.deletedAt < finalBefore(now())) throw new Problem("deletion.final")
    await kind.setDeleted(tx, id, null)
    await record(tx, { actor, action: kind.restored, subjectId: id })
    return { ...row, deletedAt: null }
  })
}

export async function purgeDeletedOutreach({ db, now }: DeletionDeps): Promise<void> {
  await purgeContacts(db, finalBefore(now()))
  await purgeMemberships(db, finalBefore(now()))
}
