import type { ProblemCode } from "@haitech/contract/problems"
import type { AgeGroup } from "@haitech/contract/safeguarding"
import type { OBSTACLES } from "@haitech/contract/study-groups"
import type { StudyGroupRow } from "./table.ts"

export type Obstacle = (typeof OBSTACLES)[number]

interface Volunteer {
  /** The account is open and has the role of a volunteer, a mentor or an administrator. */
  readonly isActive: boolean
  readonly screenedUntil: Date | null
}

export function isScreened({ screenedUntil }: Pick<Volunteer, "screenedUntil">, now: Date): boolean {
  return screenedUntil !== null && screenedUntil >= now
}

export function hasValidMentor(
  { mentorId }: Pick<StudyGroupRow, "mentorId">,
  mentor: Volunteer | undefined,
  now: Date,
): boolean {
  return mentorId !== null && mentor !== undefined && mentor.isActive && isScreened(mentor, now)
}

interface Participation {
  readonly group: Pick<StudyGroupRow, "closedAt" | "memberCount" | "capacity">
  readonly isMember: boolean
  readonly isMentor: boolean
  readonly isRemoved: boolean
  readonly hasMentor: boolean
  /** A volunteer without a valid screening must not write to minors, who may take part later. */
  readonly lacksScreening: boolean
  readonly age: AgeGroup
  /** A guardian's consent that is valid today. */
  readonly hasConsent: boolean
}

/** @returns null if the member may join, read and post */
export function obstacleOf(participation: Participation): Obstacle | null {
  const { group, isMember, isMentor, isRemoved, hasMentor, lacksScreening, age, hasConsent } = participation
  if (isRemoved) return "removed"
  if (lacksScreening) return "screening"
  if (!isMentor && age === "child") return "age"
  if (!isMentor && age === "minor" && !hasMentor) return "mentor"
  if (!isMentor && age === "minor" && !hasConsent) return "consent"
  if (group.closedAt) return "closed"
  if (isMentor) return null
  if (!isMember && group.memberCount >= group.capacity) return "full"
  return age === "unknown" ? "birth_year" : null
}

export const REFUSALS: Readonly<Record<Obstacle, ProblemCode>> = {
  removed: "group.removed",
  age: "group.too_young",
  mentor: "group.mentor_missing",
  screening: "group.mentor_unscreened",
  closed: "group.closed",
  full: "group.full",
  birth_year: "birth_year.missing",
  consent: "consent.missing",
}

type MeetingFields = Pick<StudyGroupRow, "meetingStartsAt" | "meetingMinutes">

/** @returns null without a meeting */
export function meetingEnd({ meetingStartsAt, meetingMinutes }: MeetingFields): Date | null {
  if (!meetingStartsAt || !meetingMinutes) return null
  return new Date(meetingStartsAt.getTime() + meetingMinutes * 60_000)
}
