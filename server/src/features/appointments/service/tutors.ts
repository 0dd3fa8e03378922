import type { Tutor, TutorSettings } from "@haitech/contract/admin/slots"
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
import type { Member } from "#platform/actor.ts"
import { difference, record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

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
    return presentTutor({ ...values, firstName, lastName })
  })
}

async function change(tx: Tx, actor: Member, values: TutorValues): Promise<void> {
  const stored = await lockTutor(tx, values.userId)
  if (!stored || Object.keys(difference(stored, values).after).length === 0) return
  await updateTutor(tx, values)
  const facts = difference(factsOf(stored), factsOf(values))
  await record(tx, { actor, action: "tutor.updated", subjectId: values.userId, ...facts })
}

/** The audit log outlives an account, so it never has the address of a person's meeting. */
function factsOf({ timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil }: TutorValues) {
  return { timeZone, weeklyLimit, noticeHours, hasMeetingUrl: meetingUrl !== null, pausedFrom, pausedUntil }
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
  }
}

export function presentSettings(tutor: TutorSettings): TutorSettings {
  const { timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil } = tutor
  return { timeZone, weeklyLimit, noticeHours, meetingUrl, pausedFrom, pausedUntil }
}
