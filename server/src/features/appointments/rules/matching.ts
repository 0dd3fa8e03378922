import type { MatchReason } from "@haitech/contract/admin/matching"
import type { APPOINTMENT_SUBJECTS, SESSION_TYPES } from "@haitech/contract/appointments"
import type { Language } from "@haitech/contract/languages"

type Subject = (typeof APPOINTMENT_SUBJECTS)[number]
type SessionType = (typeof SESSION_TYPES)[number]

interface OpenHour {
  readonly id: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly sessionTypes: readonly SessionType[]
}

export interface Candidate {
  readonly userId: string
  readonly name: string
  readonly languages: readonly Language[]
  readonly subjects: readonly Subject[]
  readonly screenedUntil: Date | null
  /** At that time, with the weekly limit not reached. */
  readonly isFree: boolean
  /** Neither paused then, nor asked too late. */
  readonly isInReach: boolean
  /** From Monday to Sunday in the tutor's zone, without this session. */
  readonly sessionsThatWeek: number
  readonly weeklyLimit: number | null
  readonly offeredTypes: readonly SessionType[]
  readonly openHours: readonly OpenHour[]
  readonly hasDeclined: boolean
}

export interface WantedSession {
  readonly language: Language
  readonly subject: Subject
  readonly sessionType: SessionType
  readonly startsAt: Date
  readonly endsAt: Date
}

export interface RankedMatch {
  readonly candidate: Candidate
  readonly reasons: readonly MatchReason[]
}

/**
 * Who can give the session, the best first: those who have not declined it, then who has an open hour then, who offers
 * sessions of this type, who has fewer sessions that week; then by name.
 */
export function rankMatches(session: WantedSession, candidates: readonly Candidate[]): RankedMatch[] {
  return candidates
    .filter((candidate) => fits(session, candidate))
    .map((candidate) => ({ candidate, reasons: reasonsOf(session, candidate) }))
    .sort(compareMatches)
}

/** Nobody has entered what the tutor speaks, or what the tutor teaches. */
export function isIncomplete({ languages, subjects }: Pick<Candidate, "languages" | "subjects">): boolean {
  return languages.length === 0 || subjects.length === 0
}

function fits(session: WantedSession, candidate: Candidate): boolean {
  const { languages, subjects, offeredTypes, screenedUntil, isFree, isInReach } = candidate
  return (
    languages.includes(session.language) &&
    subjects.includes(session.subject) &&
    (offeredTypes.length === 0 || offeredTypes.includes(session.sessionType)) &&
    screenedUntil !== null &&
    screenedUntil > session.endsAt &&
    isFree &&
    isInReach
  )
}

/** The open hour that a session takes a place in. */
export function hourFor(
  { startsAt, endsAt, sessionType }: WantedSession,
  hours: readonly OpenHour[],
): OpenHour | undefined {
  return hours.find(
    (hour) =>
      hour.startsAt.getTime() === startsAt.getTime() &&
      hour.endsAt >= endsAt &&
      hour.sessionTypes.includes(sessionType),
  )
}

function reasonsOf(session: WantedSession, { offeredTypes, openHours, weeklyLimit }: Candidate): MatchReason[] {
  return [
    "language",
    "subject",
    "free",
    ...(weeklyLimit === null ? [] : (["below_limit"] as const)),
    ...(offeredTypes.includes(session.sessionType) ? (["session_type"] as const) : []),
    ...(hourFor(session, openHours) ? (["open_hour"] as const) : []),
  ]
}

function compareMatches(a: RankedMatch, b: RankedMatch): number {
  const prefers = (reason: MatchReason) => Number(b.reasons.includes(reason)) - Number(a.reasons.includes(reason))
  return (
    Number(a.candidate.hasDeclined) - Number(b.candidate.hasDeclined) ||
    prefers("open_hour") ||
    prefers("session_type") ||
    a.candidate.sessionsThatWeek - b.candidate.sessionsThatWeek ||
    compareTexts(a.candidate.name, b.candidate.name) ||
    compareTexts(a.candidate.userId, b.candidate.userId)
  )
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
