import type { OwnAppointment, SessionChange } from "@haitech/contract/appointments"
import { clockAt } from "@haitech/contract/clock"
import type { AppointmentId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { appointmentsOf, feedbackOf, lockOwn, saveStudentFeedback } from "#features/appointments/queries/own.ts"
import { type AppointmentChange, lockAppointment, updateAppointment } from "#features/appointments/queries/states.ts"
import { isChangeable, startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { requireBookable } from "#features/safeguarding/service/protection.ts"
import type { Tx } from "#platform/db/client.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { Problem } from "#platform/problem.ts"
import { announce } from "./announce.ts"
import { claimPlace, type Place } from "./claim.ts"
import { findByToken } from "./links.ts"
import { meetingFactsOf } from "./meetings.ts"
import { withFreeStarts } from "./open-slots.ts"
import { releasePlace } from "./places.ts"
import { presentOwn } from "./present.ts"

const MINUTE_MS = 60_000

export async function listOwn(deps: Deps, userId: string): Promise<OwnAppointment[]> {
  return presentAll(deps, await appointmentsOf(deps.db, userId))
}

/** @throws {Problem} `appointment_link.expired` */
export async function readByToken(deps: Deps, token: string): Promise<OwnAppointment> {
  return presentOne(deps, await findByToken(deps, token))
}

/** @throws {Problem} `record.unknown`, and those of `apply` */
export async function changeOwn(
  deps: Deps,
  userId: string,
  id: AppointmentId,
  change: SessionChange,
): Promise<OwnAppointment> {
  return changeLocked(deps, change, (tx) => lockOwn(tx, userId, id))
}

/** @throws {Problem} `appointment_link.expired`, and those of `apply` */
export async function changeByToken(deps: Deps, token: string, change: SessionChange): Promise<OwnAppointment> {
  const { id } = await findByToken(deps, token)
  return changeLocked(deps, change, (tx) => lockAppointment(tx, id))
}

async function changeLocked(
  deps: Deps,
  change: SessionChange,
  lock: (tx: Tx) => Promise<AppointmentRow | undefined>,
): Promise<OwnAppointment> {
  let before: AppointmentRow | undefined
  try {
    const row = await deps.db.transaction(async (tx) => {
      before = await lock(tx)
      if (!before) throw new Problem("record.unknown")
      return apply(tx, deps, before, change)
    })
    return await presentOne(deps, row)
  } catch (error) {
    if (!before || change.change !== "move") throw error
    // The student has another request of this kind at the new time.
    const refusal = isConflict(error) ? new Problem("slot.taken") : error
    throw await withFreeStarts(deps, refusal, { ...before, startsAt: new Date(change.startsAt) })
  }
}

/** @throws {Problem} `appointment.state`, `slot.taken`, `request.invalid` for a time that is past, those of `requireBookable` */
function apply(tx: Tx, deps: Deps, row: AppointmentRow, change: SessionChange): Promise<AppointmentRow> {
  if (change.change === "cancel") return cancel(tx, deps, row)
  if (change.change === "move") return move(tx, deps, row, new Date(change.startsAt))
  return rate(tx, row, { studentRating: change.rating, studentFeedback: change.comment ?? null })
}

async function cancel(tx: Tx, deps: Deps, row: AppointmentRow): Promise<AppointmentRow> {
  if (!isChangeable(row, deps.now())) throw new Problem("appointment.state")
  const cancelled = await updateAppointment(tx, row.id, { status: "cancelled" })
  await releasePlace(tx, deps, row)
  return announce(tx, deps, cancelled, "cancelled", row)
}

/** A repeated move to the same time changes nothing. */
async function move(tx: Tx, deps: Deps, row: AppointmentRow, startsAt: Date): Promise<AppointmentRow> {
  if (!isChangeable(row, deps.now())) throw new Problem("appointment.state")
  if (startsAt.getTime() === startOf(row).getTime()) return row
  if (row.userId) await requireBookable(tx, row.userId, deps.now())
  if (startsAt <= deps.now()) throw new Problem("request.invalid", { fields: { "change.startsAt": "date.past" } })
  const endsAt = new Date(startsAt.getTime() + row.duration * MINUTE_MS)
  const times = timesAfter(row, startsAt, deps.site.timeZone)
  const store = (savepoint: Tx, place: Place) => updateAppointment(savepoint, row.id, { ...times, ...place, endsAt })
  const wanted = { sessionType: row.sessionType, startsAt, endsAt, moving: row }
  if ((await claimPlace(tx, deps, wanted, store)) !== "claimed") throw new Problem("slot.taken")
  await releasePlace(tx, deps, row)
  return announce(tx, deps, row, "moved", row)
}

/** A pending request now asks for the new time, so that another one may ask for the old time. */
function timesAfter({ status }: AppointmentRow, startsAt: Date, timeZone: string): AppointmentChange {
  if (status !== "pending") return { scheduledAt: startsAt }
  const { time } = clockAt(startsAt.toISOString(), timeZone)
  return { preferredDate: startsAt, preferredTime: time, scheduledAt: null }
}

async function rate(
  tx: Tx,
  row: AppointmentRow,
  feedback: Parameters<typeof saveStudentFeedback>[2],
): Promise<AppointmentRow> {
  if (row.status !== "completed") throw new Problem("appointment.state")
  await saveStudentFeedback(tx, row.id, feedback)
  return row
}

async function presentOne(deps: Deps, row: AppointmentRow): Promise<OwnAppointment> {
  const [presented] = await presentAll(deps, [row])
  if (!presented) throw new Error("a session was not presented")
  return presented
}

async function presentAll(deps: Deps, rows: readonly AppointmentRow[]): Promise<OwnAppointment[]> {
  const [meetings, feedback] = await Promise.all([meetingFactsOf(deps.db, rows), feedbackOf(deps.db, rows)])
  return rows.map((row) => presentOwn(deps, row, { meetings, feedback }))
}
