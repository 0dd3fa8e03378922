import type { Tutor, TutorSettings } from "@haitech/contract/admin/tutors"
import { clockAt } from "@haitech/contract/clock"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import {
  allTutors,
  findTutor,
  insertTutor,
  lockCandidate,
  lockTutor,
  type NamedTutor,
  type TutorValues,
  updateTutor,
} from "#features/appointments/queries/tutors.ts"
import type { TutorRow } from "#features/appointments/table/slots.ts"
import { holdScreenings } from "#features/volunteers/service/screening-gate.ts"
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { enqueueNewLink } from "./new-link.ts"

export async function findTutors({ db }: Pick<Deps, "db">): Promise<Tutor[]> {
  return (await allTutors(db)).map(presentTutor)
}

/** @throws {Problem} `user.unknown`, `tutor.refused` */
export async function saveTutor({ db }: Pick<Deps, "db">, actor: Member, values: TutorValues): Promise<Tutor> {
  return db.transaction(async (tx) => {
    const { firstName, lastName } = await requireCandidate(tx, values.userId)
    const created = await insertTutor(tx, values)
    if (created) await record(tx, { actor, action: "tutor.created", subjectId: values.userId, after: factsOf(values) })
    else await change(tx, actor, values)
    const stored = created ?? (await findTutor(tx, values.userId))
    if (!stored) throw new Error("a saved tutor was not found")
    const [screening] = await holdScreenings(tx, [values.userId])
    return presentTutor({ ...stored, firstName, lastName, screenedUntil: screening?.screenedUntil ?? null })
  })
}

async function change(tx: Tx, actor: Member, values: TutorValues): Promise<void> {
  const stored = await lockTutor(tx, values.userId)
  if (!stored || Object.keys(difference(stored, values).after).length === 0) return
  await updateTutor(tx, values)
  if (stored.meetingUrl !== values.meetingUrl) await enqueueNewLink(tx, { tutorId: values.userId })
  const facts = difference(factsOf(stored), factsOf(values))
  await record(tx, { actor, action: "tutor.updated", subjectId: values.userId, ...facts })
}

/** In the caller's transaction: no session begins from today on, until the pause ends. Does nothing for who is no tutor. */
export async function pauseTutor(tx: Tx, { now }: Pick<Deps, "now">, actor: Member, userId: string): Promise<void> {
  const tutor = await lockTutor(tx, userId)
  if (!tutor) return
  const { date: today } = clockAt(now().toISOString(), tutor.timeZone)
  const isPaused = tutor.pausedFrom !== null && tutor.pausedFrom <= today && tutor.pausedUntil === null
  if (!isPaused) await change(tx, actor, { ...valuesOf(tutor), pausedFrom: today, pausedUntil: null })
}

/** In the caller's transaction. A pause with an end of its own stays. */
export async function endTutorPause(tx: Tx, actor: Member, userId: string): Promise<void> {
  const tutor = await lockTutor(tx, userId)
  if (tutor?.pausedFrom && tutor.pausedUntil === null) await change(tx, actor, { ...valuesOf(tutor), pausedFrom: null })
}

function valuesOf({ userId, timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil }: TutorRow) {
  return { userId, timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil }
}

/** The audit log outlives an account, so it never has the address of a person's meeting. */
function factsOf({ userId: _id, meetingUrl, ...facts }: TutorValues) {
  return { ...facts, hasMeetingUrl: meetingUrl !== null }
}

/** @throws {Problem} `user.unknown`, `tutor.refused` (the role is gone), `record.unknown` (not a tutor) */
export async function requireTutor(tx: Tx, userId: string): Promise<TutorRow> {
  await requireCandidate(tx, userId)
  const tutor = await findTutor(tx, userId)
  if (!tutor) throw new Problem("record.unknown")
  return tutor
}

async function requireCandidate(tx: Tx, userId: string) {
  const candidate = await lockCandidate(tx, userId)
  if (!candidate) throw new Problem("user.unknown")
  if (!candidate.mayBeTutor) throw new Problem("tutor.refused")
  return candidate
}

function presentTutor({ userId, firstName, lastName, ...tutor }: Omit<NamedTutor, "createdAt" | "updatedAt">): Tutor {
  return {
    userId: userId as UserId,
    name: [firstName, lastName].filter(Boolean).join(" "),
    ...presentSettings(tutor),
    screenedUntil: tutor.screenedUntil?.toISOString() ?? null,
  }
}

export function presentSettings(tutor: Pick<TutorRow, keyof TutorSettings>) {
  const { timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil, languages, subjects } = tutor
  return { timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil, languages, subjects }
}
