import { shownName } from "@haitech/contract/contact-details"
import type { Language } from "@haitech/contract/languages"
import type { StudyGroup } from "@haitech/contract/study-groups"
import type { Deps } from "#deps.ts"
import { requireUser, requireUserForUpdate } from "#features/accounts/service/account.ts"
import {
  changeMemberCount,
  deleteMember,
  type GroupView,
  groupFor,
  groupsFor,
  insertMember,
  lockGroup,
  lockGroupsOf,
} from "#features/groups/queries/groups.ts"
import { hasValidMentor, isScreened, meetingEnd, obstacleOf, REFUSALS } from "#features/groups/rules.ts"
import type { StudyGroupRow } from "#features/groups/table.ts"
import { ageOf, type MemberAge, storeBirthYear } from "#features/safeguarding/service/protection.ts"
import { holdScreenings } from "#features/volunteers/service/screening-gate.ts"
import type { Member } from "#platform/actor.ts"
import type { CalendarFile } from "#platform/calendar.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { text } from "#platform/messages.ts"
import { Problem } from "#platform/problem.ts"

const JOIN_LIMIT = { name: "group.join", limit: 30, windowSeconds: 3600 }

interface Reader {
  readonly actor: Pick<Member, "id">
  readonly language: Language
}

export async function listGroups({ db, now }: Pick<Deps, "db" | "now">, { actor, language }: Reader) {
  const age = await ageOf(db, actor.id, now())
  const views = await groupsFor(db, { userId: actor.id, language })
  return {
    isBirthYearKnown: age.birthYear !== undefined,
    groups: views.map((view) => present(participationIn(view, actor.id, age, now()), now())),
  }
}

/** @throws {Problem} `group.unknown`, those of `REFUSALS`, `request.invalid`, `rate.limited` */
export async function join(
  { db, limiter, now }: Pick<Deps, "db" | "limiter" | "now">,
  reader: Reader,
  groupId: string,
  birthYear: number | undefined,
): Promise<StudyGroup> {
  const { id: userId } = reader.actor
  await limiter.take(JOIN_LIMIT, userId)
  if (birthYear !== undefined) await storeBirthYear(db, userId, birthYear, now())
  return db.transaction(async (tx) => {
    await requireUserForUpdate(tx, userId)
    await holdPeople(tx, await lockGroup(tx, groupId), userId)
    const participation = await requireParticipation(tx, groupId, reader, now(), "share")
    if (participation.isMember && isReadable(participation)) return present(participation, now())
    refuse(participation)
    await insertMember(tx, groupId, userId, now())
    await changeMemberCount(tx, groupId, 1)
    return present(await requireParticipation(tx, groupId, reader, now()), now())
  })
}

/** The screenings of the group's mentor and of who writes stay as they are until the transaction ends. */
export async function holdPeople(tx: Tx, group: StudyGroupRow | undefined, userId: string): Promise<void> {
  await holdScreenings(tx, [userId, ...(group?.mentorId ? [group.mentorId] : [])])
}

export async function leave({ db }: Pick<Deps, "db">, actor: Pick<Member, "id">, groupId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockGroup(tx, groupId)
    if (await deleteMember(tx, groupId, actor.id)) await changeMemberCount(tx, groupId, -1)
  })
}

export interface Participation {
  readonly view: GroupView
  readonly isMember: boolean
  readonly isMentor: boolean
  readonly hasMentor: boolean
  readonly obstacle: ReturnType<typeof obstacleOf>
}

/** With `share`, a guardian's consent is not revoked before the transaction ends. @throws {Problem} `group.unknown` */
export async function requireParticipation(
  db: Db | Tx,
  groupId: string,
  { actor, language }: Reader,
  now: Date,
  lock?: "share",
): Promise<Participation> {
  const view = await groupFor(db, groupId, { userId: actor.id, language })
  if (!view) throw new Problem("group.unknown")
  return participationIn(view, actor.id, await ageOf(db, actor.id, now, lock), now)
}

/** @throws {Problem} `group.unknown`, `group.not_member`, those of `REFUSALS` */
export async function requireReader(db: Db | Tx, groupId: string, reader: Reader, now: Date): Promise<Participation> {
  const participation = await requireParticipation(db, groupId, reader, now)
  if (!isReadable(participation)) refuse(participation)
  requireMember(participation)
  return participation
}

/** @throws {Problem} `group.unknown`, `group.not_member`, those of `REFUSALS` */
export async function requireWriter(tx: Tx, groupId: string, reader: Reader, now: Date): Promise<Participation> {
  const participation = await requireParticipation(tx, groupId, reader, now, "share")
  if (isReadable(participation)) requireMember(participation)
  refuse(participation)
  requireMember(participation)
  return participation
}

function participationIn(view: GroupView, userId: string, { age, hasConsent }: MemberAge, now: Date): Participation {
  const { group, memberId, removedAt, isMentorActive, isReaderVolunteer } = view
  const isRemoved = removedAt !== null
  const isMember = memberId !== null && !isRemoved
  const isMentor = group.mentorId === userId && isMentorActive
  const mentor = { isActive: isMentorActive, screenedUntil: view.mentorScreenedUntil }
  const hasMentor = hasValidMentor(group, mentor, now)
  const lacksScreening = isReaderVolunteer && !isScreened({ screenedUntil: view.readerScreenedUntil }, now)
  const obstacle = obstacleOf({ group, isMember, isMentor, isRemoved, hasMentor, lacksScreening, age, hasConsent })
  return { view, isMember, isMentor, hasMentor, obstacle }
}

function isReadable({ obstacle }: Participation): boolean {
  return obstacle === null || obstacle === "closed"
}

function refuse({ obstacle }: Participation): void {
  if (obstacle) throw new Problem(REFUSALS[obstacle])
}

function requireMember({ isMember, isMentor }: Participation): void {
  if (!isMember && !isMentor) throw new Problem("group.not_member")
}

function present(participation: Participation, now: Date): StudyGroup {
  const { view, isMember, isMentor, hasMentor, obstacle } = participation
  const { group, text: content, mentorFirstName } = view
  const { meetingStartsAt, meetingMinutes, meetingTimeZone, meetingUrl } = group
  const end = meetingEnd(group)
  const mayOpen = (isMember || isMentor) && isReadable(participation)
  return {
    id: group.id,
    ...content,
    memberCount: group.memberCount,
    capacity: group.capacity,
    isMember: isMember || isMentor,
    isMentor,
    mentorName: hasMentor ? shownName(mentorFirstName) : null,
    meeting:
      meetingStartsAt && meetingMinutes && meetingTimeZone && end && end > now
        ? {
            startsAt: meetingStartsAt.toISOString(),
            minutes: meetingMinutes,
            timeZone: meetingTimeZone,
            url: mayOpen ? meetingUrl : null,
          }
        : null,
    obstacle,
  }
}

/** @throws {Problem} `record.unknown` without a coming meeting, and those of `requireReader` */
export async function meetingFile(deps: Deps, reader: Reader, groupId: string): Promise<CalendarFile> {
  const { db, calendar, now, site } = deps
  const { view } = await requireReader(db, groupId, reader, now())
  const { group, text: content } = view
  const { meetingId, meetingStartsAt, meetingUrl, meetingRevision } = group
  const endsAt = meetingEnd(group)
  if (!meetingId || !meetingStartsAt || !endsAt || endsAt <= now()) throw new Problem("record.unknown")
  const { email } = await requireUser(db, reader.actor.id)
  return calendar.render({
    id: `${meetingId}@${new URL(site.url).hostname}`,
    revision: meetingRevision,
    stamp: now(),
    startsAt: meetingStartsAt,
    endsAt,
    summary: text(reader.language, "group.event", { name: content.name }),
    description: content.description,
    location: meetingUrl,
    attendee: email,
    isCancelled: false,
  })
}

/** Everything else of the member goes with the account. */
export async function eraseGroups(tx: Tx, { userId }: ErasureSubject): Promise<void> {
  for (const groupId of await lockGroupsOf(tx, userId)) {
    if (await deleteMember(tx, groupId, userId)) await changeMemberCount(tx, groupId, -1)
  }
}
