import type { Deps } from "#deps.ts"
import { changeMemberCount, lockGroup } from "#features/groups/queries/groups.ts"
import {
  countReportsSettledBefore,
  deleteRemoval,
  deleteReportsSettledBefore,
  findMember,
  findReport,
  lockPost,
  setMemberRemoved,
  setPostRemoval,
  setReportSettled,
} from "#features/groups/queries/moderation.ts"
import type { StudyGroupPostRow, StudyGroupReportRow } from "#features/groups/table.ts"
import { deleteBirthYearOf } from "#features/safeguarding/service/protection.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { cutoffOf } from "#platform/retention/periods.ts"

type ModerationDeps = Pick<Deps, "db" | "now">

interface MemberChange {
  readonly id: string
  readonly userId: string
  readonly isRemoved: boolean
  readonly reason?: string | undefined
}

/** A removed member cannot join again until the removal is undone. @throws {Problem} `group.unknown`, `record.unknown` */
export async function changeMember({ db, now }: ModerationDeps, actor: Member, change: MemberChange): Promise<void> {
  const { id: groupId, userId, isRemoved, reason } = change
  await db.transaction(async (tx) => {
    if (!(await lockGroup(tx, groupId))) throw new Problem("group.unknown")
    const member = await findMember(tx, groupId, userId)
    if (!member) throw new Problem("record.unknown")
    if ((member.removedAt !== null) === isRemoved) return
    if (isRemoved) {
      await setMemberRemoved(tx, groupId, userId, { removedAt: now(), removedReason: reason ?? null })
      await changeMemberCount(tx, groupId, -1)
    } else {
      await deleteRemoval(tx, groupId, userId)
    }
    const action = isRemoved ? "group.member_removed" : "group.member_restored"
    const after = { userId, ...(reason && { hasReason: true }) }
    await record(tx, { actor, action, subjectId: groupId, after })
  })
}

/** @throws {Problem} `record.unknown` */
export async function forgetBirthYear({ db }: ModerationDeps, actor: Member, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteBirthYearOf(tx, userId))) throw new Problem("record.unknown")
    await record(tx, { actor, action: "group.birth_year_deleted", subjectId: userId })
  })
}

/** With a reason the post is removed, with null it is shown again. @throws {Problem} `record.unknown` */
export async function moderatePost(
  { db, now }: ModerationDeps,
  actor: Member,
  id: string,
  reason: string | null,
): Promise<StudyGroupPostRow> {
  return db.transaction(async (tx) => {
    const before = await lockPost(tx, id)
    if (!before) throw new Problem("record.unknown")
    if ((before.removedAt === null) === (reason === null)) return before
    const removal = { removedAt: now(), removedBy: actor.id, removedReason: reason }
    const row = await setPostRemoval(
      tx,
      id,
      reason ? removal : { removedAt: null, removedBy: null, removedReason: null },
    )
    const action = reason ? "group_post.removed" : "group_post.restored"
    await record(tx, {
      actor,
      action,
      subjectId: id,
      after: { groupId: row.groupId, ...(reason && { hasReason: true }) },
    })
    return row
  })
}

/** @throws {Problem} `record.unknown` */
export async function settleReport(
  { db, now }: ModerationDeps,
  actor: Member,
  id: string,
  isSettled: boolean,
): Promise<StudyGroupReportRow> {
  return db.transaction(async (tx) => {
    const changed = await setReportSettled(tx, id, isSettled ? now() : null)
    const row = changed ?? (await findReport(tx, id))
    if (!row) throw new Problem("record.unknown")
    const action = isSettled ? "group_report.settled" : "group_report.reopened"
    if (changed) await record(tx, { actor, action, subjectId: id })
    return row
  })
}

export async function sweepReports(deps: ModerationDeps): Promise<void> {
  await deleteReportsSettledBefore(deps.db, await cutoffOf(deps, "group_reports"))
}

export function countSettledReports(db: Db, before: Date): Promise<number> {
  return countReportsSettledBefore(db, before)
}
