import { createHash } from "node:crypto"
import { type AppointmentRequest, START_TIMES } from "@haitech/contract/appointments"
import { clockAt } from "@haitech/contract/clock"
import type { FieldError } from "@haitech/contract/field-errors"
import type { AppointmentId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  findDuplicate,
  findRepeated,
  insertAppointment,
  type NewAppointment,
} from "#features/appointments/queries/booking.ts"
import { hasOpenSlots } from "#features/appointments/queries/open-slots.ts"
import { updateAppointment } from "#features/appointments/queries/states.ts"
import { isSameSender, resolveRequestedTime } from "#features/appointments/rules.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { requireBookable, storeBirthYear } from "#features/safeguarding/service/protection.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { claimPlace, type Place } from "./claim.ts"
import { hasSlotsInReach, withFreeStarts } from "./open-slots.ts"

/** Every request sends an email to an address that anyone can enter. */
const EMAIL_LIMIT = { name: "appointment.email", limit: 10, windowSeconds: 3600 }

const MINUTE_MS = 60_000

interface Sender {
  readonly userId: string | null
  readonly language: Language
  readonly idempotencyKey: string | undefined
}

export type RequestReceipt = NewAppointment & Pick<AppointmentRow, "id" | "createdAt" | "status" | "scheduledAt">

/**
 * Stores a repeated request once. Only its own sender gets the stored record; for everybody else the response looks like
 * that to a new request, so that it reveals nothing about other people (D5). On a day with open slots it takes a place.
 * @throws {Problem} `request.invalid`, `slot.taken` with the next free starts, `rate.limited`, and those of
 * `requireBookable`
 */
export async function requestSession(
  deps: Deps,
  input: AppointmentRequest,
  { userId, language, idempotencyKey }: Sender,
): Promise<RequestReceipt> {
  const { db, limiter, now, site } = deps
  const time = resolveRequestedTime(input, site.timeZone, now())
  if ("error" in time) throw invalid(time.field, time.error)
  const { preferredDate: _instant, date: _day, description, birthYear, ...fields } = input
  const isByHour = await isDayByHour(deps, time.at, fields.preferredTime)
  if (!isByHour && !isStartTime(fields.preferredTime)) throw invalid("preferredTime", "time.unknown")
  if (userId && birthYear !== undefined) await storeBirthYear(db, userId, birthYear, now())
  await limiter.take(EMAIL_LIMIT, input.studentEmail)
  const idempotencyKeyHash = idempotencyKey ? createHash("sha256").update(idempotencyKey).digest("hex") : null
  const endsAt = new Date(time.at.getTime() + fields.duration * MINUTE_MS)
  const request = { ...fields, userId, description, preferredDate: time.at, endsAt, language, idempotencyKeyHash }
  try {
    return await db.transaction(async (tx) => {
      const repeated = await findRepeated(tx, request)
      if (repeated) return receiptOf(request, repeated)
      const row = await insertAppointment(tx, request)
      if (userId) await requireBookable(tx, userId, now())
      if (!row) return receiptForDuplicate(tx, deps, request, isByHour)
      if (isByHour) await book(tx, deps, request, row.id)
      await enqueue(tx, {
        kind: "appointment.requested",
        key: `appointment.requested:${row.id}`,
        payload: { id: row.id },
      })
      return { ...request, id: row.id, createdAt: row.createdAt, status: "pending", scheduledAt: null }
    })
  } catch (error) {
    throw await withFreeStarts(deps, error, { ...request, startsAt: time.at })
  }
}

function invalid(field: string, error: FieldError): Problem {
  return new Problem("request.invalid", { fields: { [field]: error } })
}

function isStartTime(time: string): boolean {
  return START_TIMES.some((known) => known === time)
}

/** A day takes requests as one without slots does while its slots are too soon or their tutors pause (0108). */
async function isDayByHour(deps: Pick<Deps, "db" | "now" | "site">, at: Date, preferredTime: string): Promise<boolean> {
  const { date } = clockAt(at.toISOString(), deps.site.timeZone)
  if (!isStartTime(preferredTime)) return hasOpenSlots(deps.db, date)
  return hasSlotsInReach(deps, date)
}

async function receiptForDuplicate(
  tx: Tx,
  deps: Pick<Deps, "now">,
  request: NewAppointment,
  isByHour: boolean,
): Promise<RequestReceipt> {
  const stored = await findDuplicate(tx, request)
  if (!stored) throw new Error("a request for a session was neither inserted nor found")
  if (isSameSender(stored, request)) return receiptOf(request, stored)
  if (isByHour) await book(tx, deps, request, null)
  return { ...request, id: createId() as AppointmentId, createdAt: deps.now(), status: "pending", scheduledAt: null }
}

function receiptOf(request: NewAppointment, { id, createdAt, status, scheduledAt }: AppointmentRow): RequestReceipt {
  return { ...request, id, createdAt, status, scheduledAt }
}

/** Without an id nothing is booked, but the same requests are refused. */
async function book(
  tx: Tx,
  deps: Pick<Deps, "now">,
  { sessionType, preferredDate: startsAt, endsAt }: NewAppointment,
  id: AppointmentId | null,
): Promise<void> {
  const store = id ? (savepoint: Tx, place: Place) => updateAppointment(savepoint, id, place) : undefined
  const outcome = await claimPlace(tx, deps, { sessionType, startsAt, endsAt }, store)
  if (outcome === "taken") throw new Problem("slot.taken")
  if (outcome === "short") throw invalid("duration", "duration.too_long")
}
