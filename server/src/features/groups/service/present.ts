import type { GroupMember, GroupRecord } from "@haitech/contract/admin/groups"
import type { UserId } from "@haitech/contract/ids"
import { ageGroupOf } from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import { detailsOf, type GroupDetails } from "#features/groups/queries/admin.ts"
import { peopleOf } from "#features/groups/queries/moderation.ts"
import { hasValidMentor } from "#features/groups/rules.ts"
import type { StudyGroupMemberRow, StudyGroupRow } from "#features/groups/table.ts"

type PresentDeps = Pick<Deps, "db" | "now">

export async function presentGroups(deps: PresentDeps, rows: readonly StudyGroupRow[]): Promise<GroupRecord[]> {
  const details = await detailsOf(deps.db, rows)
  return rows.map((row) => presentWith(row, details, deps.now()))
}

export async function presentGroup(deps: PresentDeps, row: StudyGroupRow): Promise<GroupRecord> {
  return presentWith(row, await detailsOf(deps.db, [row]), deps.now())
}

function presentWith(row: StudyGroupRow, { texts, mentors, openReports }: GroupDetails, now: Date): GroupRecord {
  const { id, memberCount, capacity, mentorId, closedAt, version, createdAt } = row
  const own = texts.filter(({ groupId }) => groupId === id)
  const mentor = mentorId ? mentors.get(mentorId) : undefined
  return {
    id,
    name: own.find(({ language }) => language === "en")?.name ?? "",
    texts: own.map(({ language, name, description }) => ({ language, name, description })),
    memberCount,
    capacity,
    mentorId: mentorId as UserId | null,
    mentorName: mentor?.name ?? null,
    mentorScreenedUntil: mentor?.screenedUntil?.toISOString() ?? null,
    isMentorValid: hasValidMentor(row, mentor, now),
    meeting: presentMeeting(row),
    isClosed: closedAt !== null,
    openReports: openReports.get(id) ?? 0,
    version,
    createdAt: createdAt.toISOString(),
  }
}

function presentMeeting({ meetingStartsAt, meetingMinutes, meetingTimeZone, meetingUrl }: StudyGroupRow) {
  if (!meetingStartsAt || !meetingMinutes || !meetingTimeZone) return null
  const startsAt = meetingStartsAt.toISOString()
  return { startsAt, minutes: meetingMinutes, timeZone: meetingTimeZone, url: meetingUrl }
}

export async function presentMembers(
  { db, now }: PresentDeps,
  rows: readonly StudyGroupMemberRow[],
): Promise<GroupMember[]> {
  const people = await peopleOf(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ id, userId, joinedAt, removedAt, removedReason }) => ({
    id,
    userId: userId as UserId,
    name: people.get(userId)?.name ?? "",
    age: ageGroupOf(people.get(userId)?.birthYear, now()),
    joinedAt: joinedAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
    removedReason,
  }))
}
