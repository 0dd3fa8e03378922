import type { Screening, ScreeningRecord } from "@haitech/contract/admin/screening"
import type { UserId } from "@haitech/contract/ids"
import { SCREENING_DAYS, type ScreeningStep } from "@haitech/contract/screening"
import type { Deps } from "#deps.ts"
import {
  countingEnds,
  findRecord,
  lockPerson,
  lockScreening,
  type NamedRecord,
  personOfRecord,
  recordsOf,
  replaceWaiting,
  screenedUntilOf,
  setConfirmed,
  setScreenedUntil,
  setWithdrawn,
} from "#features/volunteers/queries/screening.ts"
import { openGroupsOf, sessionsAfter, workCounts } from "#features/volunteers/queries/screening-work.ts"
import { screeningEnd } from "#features/volunteers/rules/screening.ts"
import type { ScreeningStepRow } from "#features/volunteers/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

type ScreeningDeps = Pick<Deps, "db" | "now">

const DAY_MS = 86_400_000

/** Records who reads it. @throws {Problem} `user.unknown` */
export async function readScreening({ db, now }: ScreeningDeps, actor: Member, userId: string): Promise<Screening> {
  return db.transaction(async (tx) => {
    const name = await requirePerson(tx, userId)
    await record(tx, { actor, action: "screening.viewed", subjectId: userId })
    return present(tx, { userId, name, now: now() })
  })
}

interface NewStep {
  readonly userId: string
  readonly step: ScreeningStep
  readonly validUntil: string
  readonly reference: string | null
}

/** @throws {Problem} `user.unknown`, `screening.own`; `request.invalid` for a day that is past or too late */
export async function recordStep(
  { db, now }: ScreeningDeps,
  actor: Member,
  { userId, step, reference, ...input }: NewStep,
): Promise<Screening> {
  const validUntil = new Date(input.validUntil)
  const error = endError(validUntil, now())
  if (error) throw new Problem("request.invalid", { fields: { validUntil: error } })
  return db.transaction(async (tx) => {
    requireOther(actor, userId)
    const name = await requirePerson(tx, userId)
    await lockScreening(tx, userId)
    await replaceWaiting(tx, { userId, step, validUntil, reference, recordedBy: actor.id, recordedAt: now() })
    const after = { step, validUntil: validUntil.toISOString(), hasReference: reference !== null }
    await record(tx, { actor, action: "screening.recorded", subjectId: userId, after })
    return present(tx, { userId, name, now: now() })
  })
}

function endError(validUntil: Date, now: Date): "date.past" | "screening.invalid" | undefined {
  if (validUntil <= now) return "date.past"
  return validUntil.getTime() > now.getTime() + SCREENING_DAYS * DAY_MS ? "screening.invalid" : undefined
}

/** A confirmed one stays as it is. @throws {Problem} `record.unknown`, `screening.own`, `screening.same_person` */
export async function confirmStep({ db, now }: ScreeningDeps, actor: Member, id: string): Promise<Screening> {
  return changeRecord({ db, now }, id, async (tx, step) => {
    requireOther(actor, step.userId)
    if (step.confirmedAt) return
    if (step.recordedBy === actor.id) throw new Problem("screening.same_person")
    await setConfirmed(tx, step, { confirmedBy: actor.id, confirmedAt: now() })
    await record(tx, { actor, action: "screening.confirmed", subjectId: step.userId, after: factsOf(step) })
  })
}

/** The reason is stored with the record and not in the audit log, which outlives the person. @throws {Problem} `record.unknown` */
export async function withdrawStep(
  { db, now }: ScreeningDeps,
  actor: Member,
  id: string,
  reason: string,
): Promise<Screening> {
  return changeRecord({ db, now }, id, async (tx, step) => {
    await setWithdrawn(tx, id, { withdrawnBy: actor.id, withdrawnAt: now(), withdrawalReason: reason })
    await record(tx, { actor, action: "screening.withdrawn", subjectId: step.userId, before: factsOf(step) })
  })
}

async function changeRecord(
  { db, now }: ScreeningDeps,
  id: string,
  change: (tx: Tx, step: ScreeningStepRow) => Promise<void>,
): Promise<Screening> {
  return db.transaction(async (tx) => {
    const userId = await personOfRecord(tx, id)
    if (!userId) throw new Problem("record.unknown")
    const name = await requirePerson(tx, userId)
    const { screenedUntil } = await lockScreening(tx, userId)
    const step = await findRecord(tx, id)
    if (!step || step.withdrawnAt) throw new Problem("record.unknown")
    await change(tx, step)
    const end = screeningEnd(await countingEnds(tx, userId))
    if (end?.getTime() !== screenedUntil?.getTime()) await setScreenedUntil(tx, userId, end)
    return present(tx, { userId, name, now: now() })
  })
}

async function requirePerson(tx: Tx, userId: string): Promise<string> {
  const person = await lockPerson(tx, userId)
  if (!person) throw new Problem("user.unknown")
  return person.name
}

function requireOther(actor: Member, userId: string): void {
  if (actor.id === userId) throw new Problem("screening.own")
}

function factsOf({ step, validUntil, confirmedAt }: ScreeningStepRow) {
  return { step, validUntil: validUntil.toISOString(), wasConfirmed: confirmedAt !== null }
}

interface Person {
  readonly userId: string
  readonly name: string
  readonly now: Date
}

async function present(tx: Tx, { userId, name, now }: Person): Promise<Screening> {
  const screenedUntil = await screenedUntilOf(tx, userId)
  const records = await recordsOf(tx, userId)
  const { openHours = 0, isActive = false } = (await workCounts(tx, now, [userId])).get(userId) ?? {}
  const isCovered = isActive && screenedUntil !== null && screenedUntil > now
  const sessions = await sessionsAfter(tx, userId, isCovered ? screenedUntil : now)
  return {
    userId: userId as UserId,
    name,
    isActive,
    openHours,
    groups: await openGroupsOf(tx, userId),
    sessions: sessions.map(({ startsAt, ...session }) => ({ ...session, startsAt: startsAt.toISOString() })),
    screenedUntil: screenedUntil?.toISOString() ?? null,
    records: records.map(presentRecord),
  }
}

function presentRecord(row: NamedRecord): ScreeningRecord {
  const { id, step, reference, withdrawalReason } = row
  return {
    id,
    step,
    reference,
    withdrawalReason,
    validUntil: row.validUntil.toISOString(),
    recordedBy: colleague(row.recordedBy, row.recorderName),
    recordedAt: row.recordedAt.toISOString(),
    confirmedBy: colleague(row.confirmedBy, row.confirmerName),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }
}

function colleague(id: string | null, name: string | null): ScreeningRecord["recordedBy"] {
  return id && name ? { id: id as UserId, name } : null
}
