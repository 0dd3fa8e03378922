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
import { type DeletableKind, finalBefore, removeRecord, restoreRecord } from "#platform/deletions.ts"

type DeletionDeps = Pick<Deps, "db" | "now">

const CONTACT: DeletableKind<ContactId, ContactRow> = {
  unknown: "contact.unknown",
  deleted: "contact.deleted",
  restored: "contact.restored",
  lock: lockContact,
  setDeleted: setContactDeleted,
}

const MEMBERSHIP: DeletableKind<MembershipId, MembershipRow> = {
  unknown: "record.unknown",
  deleted: "membership.deleted",
  restored: "membership.restored",
  lock: lockMembership,
  setDeleted: setMembershipDeleted,
}

type Run<Id, Result> = (deps: DeletionDeps, actor: Member, id: Id) => Promise<Result>

export const removeContact: Run<ContactId, Date> = (deps, actor, id) => removeRecord(deps, actor, { kind: CONTACT, id })

export const removeMembership: Run<MembershipId, Date> = (deps, actor, id) =>
  removeRecord(deps, actor, { kind: MEMBERSHIP, id })

/** @throws {Problem} `contact.unknown`, `deletion.final` */
export const restoreContact: Run<ContactId, ContactRow> = (deps, actor, id) =>
  restoreRecord(deps, actor, { kind: CONTACT, id })

/** @throws {Problem} `record.unknown`, `deletion.final` */
export const restoreMembership: Run<MembershipId, MembershipRow> = (deps, actor, id) =>
  restoreRecord(deps, actor, { kind: MEMBERSHIP, id })

export async function purgeDeletedOutreach({ db, now }: DeletionDeps): Promise<void> {
  await purgeContacts(db, finalBefore(now()))
  await purgeMemberships(db, finalBefore(now()))
}
