import type { AGE_GROUPS } from "@haitech/contract/admin/groups"
import type { ProblemCode } from "@haitech/contract/problems"
import type { OBSTACLES } from "@haitech/contract/study-groups"
import type { StudyGroupRow } from "./table.ts"

export type AgeGroup = (typeof AGE_GROUPS)[number]
export type Obstacle = (typeof OBSTACLES)[number]

const [CHILD_UNDER, MINOR_UNDER] = [13, 18]

/** A year leaves two ages open; the younger one counts. */
export function ageGroupOf(birthYear: number | null | undefined, now: Date): AgeGroup {
  if (birthYear === null || birthYear === undefined) return "unknown"
  const age = now.getUTCFullYear() - birthYear - 1
  if (age < CHILD_UNDER) return "child"
  return age < MINOR_UNDER ? "minor" : "adult"
}

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
}

/** @returns null if the member may join, read and post */
export function obstacleOf(participation: Participation): Obstacle | null {
  const { group, isMember, isMentor, isRemoved, hasMentor, lacksScreening, age } = participation
  if (isRemoved) return "removed"
  if (lacksScreening) return "screening"
  if (!isMentor && age === "child") return "age"
  if (!isMentor && age === "minor" && !hasMentor) return "mentor"
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
}

type MeetingFields = Pick<StudyGroupRow, "meetingStartsAt" | "meetingMinutes">

/** @returns null without a meeting */
export function meetingEnd({ meetingStartsAt, meetingMinutes }: MeetingFields): Date | null {
  if (!meetingStartsAt || !meetingMinutes) return null
  return new Date(meetingStartsAt.getTime() + meetingMinutes * 60_000)
}
