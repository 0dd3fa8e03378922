import type { Match, Matches, Proposal } from "@haitech/contract/admin/matching"
import type { AppointmentId, UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { findAppointment } from "#features/appointments/queries/lists.ts"
import { findCandidates, freeHoursAt, offeredTypes } from "#features/appointments/queries/matching.ts"
import { sessionsOfTutors } from "#features/appointments/queries/open-slots.ts"
import { type NamedProposal, proposalsOf } from "#features/appointments/queries/proposals.ts"
import {
  type Candidate,
  hourFor,
  isIncomplete,
  type RankedMatch,
  rankMatches,
} from "#features/appointments/rules/matching.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import { isOutOfReach, isTutorTaken, loadsOf, sessionsInWeek } from "#features/appointments/rules.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

/** A tutor's week, whatever the zone, is within this much of a session. */
const WEEK_MS = 8 * 86_400_000

type CandidateRow = Awaited<ReturnType<typeof findCandidates>>[number]

/** @throws {Problem} `record.unknown` */
export async function findMatches({ db, now }: Pick<Deps, "db" | "now">, id: AppointmentId): Promise<Matches> {
  const row = await findAppointment(db, id)
  if (!row) throw new Problem("record.unknown")
  const [newest] = await proposalsOf(db, id)
  const proposal = newest ? presentProposal(newest) : null
  if (!needsTutor(row)) return { matches: [], incomplete: 0, proposal }
  const rows = (await findCandidates(db)).filter((found) => !isStudent(row, found))
  const candidates = await candidatesOf(db, row, rows, now())
  return {
    matches: rankMatches(wantedOf(row), candidates).map(presentMatch),
    incomplete: candidates.filter(isIncomplete).length,
    proposal,
  }
}

export function needsTutor({ status, tutorId }: Pick<AppointmentRow, "status" | "tutorId">): boolean {
  return status === "pending" && tutorId === null
}

export function isStudent(
  { userId, studentEmail }: AppointmentRow,
  { tutor, email }: Pick<CandidateRow, "tutor" | "email">,
): boolean {
  return tutor.userId === userId || email.toLowerCase() === studentEmail.toLowerCase()
}

export function wantedOf(row: AppointmentRow) {
  const { language, subject, sessionType, endsAt } = row
  return { language, subject, sessionType, endsAt, startsAt: startOf(row) }
}

export async function candidatesOf(
  db: Db | Tx,
  session: AppointmentRow,
  rows: readonly CandidateRow[],
  now: Date,
): Promise<Candidate[]> {
  const wanted = wantedOf(session)
  const { startsAt } = wanted
  const tutorIds = rows.map(({ tutor }) => tutor.userId)
  const from = new Date(startsAt.getTime() - WEEK_MS)
  const until = new Date(session.endsAt.getTime() + WEEK_MS)
  const sessions = await sessionsOfTutors(db, { tutorIds, from, until, except: session.id })
  const hours = Map.groupBy(await freeHoursAt(db, tutorIds, startsAt), ({ tutorId }) => tutorId)
  const types = await offeredTypes(db, tutorIds, now)
  const proposals = await proposalsOf(db, session.id)
  const declined = new Set(proposals.filter(({ state }) => state === "declined").map(({ tutorId }) => tutorId))
  const loads = loadsOf(
    rows.map(({ tutor }) => tutor),
    sessions,
  )
  return rows.flatMap(({ tutor, screenedUntil, ...names }) => {
    const { userId, languages, subjects } = tutor
    const load = loads.get(userId)
    if (!load) return []
    const openHours = hours.get(userId) ?? []
    // Other places of the hour stay free.
    const slot = { ...wanted, id: hourFor(wanted, openHours)?.id ?? "", tutorId: userId }
    return [
      {
        userId,
        name: nameOf(names),
        languages,
        subjects,
        screenedUntil,
        isFree: !isTutorTaken(slot, load),
        isInReach: !isOutOfReach(wanted, tutor, now),
        sessionsThatWeek: sessionsInWeek(startsAt, load),
        weeklyLimit: tutor.weeklyLimit,
        offeredTypes: types.get(userId) ?? [],
        openHours,
        hasDeclined: declined.has(userId),
      },
    ]
  })
}

export function presentProposal({ id, tutorId, state, createdAt, answeredAt, ...names }: NamedProposal): Proposal {
  return {
    id,
    tutorId: tutorId as UserId,
    tutorName: nameOf(names),
    state,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

function presentMatch({ candidate, reasons }: RankedMatch): Match {
  const { userId, name, sessionsThatWeek, weeklyLimit, hasDeclined } = candidate
  return { tutorId: userId as UserId, name, reasons: [...reasons], sessionsThatWeek, weeklyLimit, hasDeclined }
}

function nameOf({ firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null }) {
  return [firstName, lastName].filter(Boolean).join(" ")
}
