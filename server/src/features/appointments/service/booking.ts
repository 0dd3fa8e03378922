import { createHash } from "node:crypto"
import type { AppointmentRequest } from "@haitech/contract/appointments"
import { clockAt } from "@haitech/contract/clock"
import type { AppointmentId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  claimSlot,
  deleteAppointmentsOf,
  findDuplicate,
  hasFreePlace,
  hasOpenSlots,
  insertAppointment,
  type NewAppointment,
  recountBookings,
  type SlotStart,
} from "#features/appointments/queries/booking.ts"
import { isSameSender, resolveRequestedTime } from "#features/appointments/rules.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

/** Every request sends an email to an address that anyone can enter. */
const EMAIL_LIMIT = { name: "appointment.email", limit: 10, windowSeconds: 3600 }

const MINUTE_MS = 60_000

export interface AppointmentEmail extends Pick<NewAppointment, "sessionType" | "subject" | "duration"> {
  readonly to: string
  readonly language: Language
  readonly at: string
}

interface Sender {
  readonly userId: string | null
  readonly language: Language
  readonly idempotencyKey: string | undefined
}

export type RequestReceipt = NewAppointment & Pick<AppointmentRow, "id" | "createdAt" | "status" | "scheduledAt">

/**
 * Stores a repeated request once. Only its own sender gets the stored record; for everybody else the response looks like
 * that to a new request, so that it reveals nothing about other people (D5).
 * @throws {Problem} `request.invalid` (the day is past or does not exist), `slot.taken`, `rate.limited`
 */
export async function requestSession(
  { db, limiter, now, site }: Deps,
  input: AppointmentRequest,
  { userId, language, idempotencyKey }: Sender,
): Promise<RequestReceipt> {
  const time = resolveRequestedTime(input, site.timeZone, now())
  if ("error" in time) throw new Problem("request.invalid", { fields: { [time.field]: time.error } })
  await limiter.take(EMAIL_LIMIT, input.studentEmail)
  const { preferredDate: _instant, date: _day, description, ...fields } = input
  const idempotencyKeyHash = idempotencyKey ? createHash("sha256").update(idempotencyKey).digest("hex") : null
  const endsAt = new Date(time.at.getTime() + fields.duration * MINUTE_MS)
  const request = { ...fields, userId, description, preferredDate: time.at, endsAt, language, idempotencyKeyHash }
  return db.transaction(async (tx) => {
    const row = await insertAppointment(tx, request)
    if (!row) return receiptForDuplicate(tx, request, { timeZone: site.timeZone, now: now() })
    await claimOpenSlot(tx, request, site.timeZone)
    await enqueue(tx, {
      kind: "appointment.requested",
      key: `appointment.requested:${row.id}`,
      payload: emailPayload(request, language),
    })
    return { ...request, id: row.id, createdAt: row.createdAt, status: "pending", scheduledAt: null }
  })
}

async function receiptForDuplicate(
  tx: Tx,
  request: NewAppointment,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<RequestReceipt> {
  const stored = await findDuplicate(tx, request)
  if (!stored) throw new Error("a request for a session was neither inserted nor found")
  if (isSameSender(stored, request)) {
    return {
      ...request,
      id: stored.id,
      createdAt: stored.createdAt,
      status: stored.status,
      scheduledAt: stored.scheduledAt,
    }
  }
  const start = slotStartOf(request, timeZone)
  const isFull = !(await hasFreePlace(tx, start, request.sessionType)) && (await hasOpenSlots(tx, start.date))
  if (isFull) throw new Problem("slot.taken")
  return { ...request, id: createId() as AppointmentId, createdAt: now, status: "pending", scheduledAt: null }
}

async function claimOpenSlot(tx: Tx, request: NewAppointment, timeZone: string): Promise<void> {
  const start = slotStartOf(request, timeZone)
  if (await claimSlot(tx, start, request.sessionType)) return
  if (await hasOpenSlots(tx, start.date)) throw new Problem("slot.taken")
}

function slotStartOf({ preferredDate }: NewAppointment, timeZone: string): SlotStart {
  return clockAt(preferredDate.toISOString(), timeZone)
}

function emailPayload(request: NewAppointment, language: Language): AppointmentEmail {
  const { studentEmail, sessionType, subject, duration, preferredDate } = request
  return {
    to: studentEmail,
    language,
    sessionType,
    subject,
    duration,
    at: preferredDate.toISOString(),
  }
}

export async function eraseAppointments({ now, site }: Deps, tx: Tx, subject: ErasureSubject): Promise<void> {
  for (const at of await deleteAppointmentsOf(tx, subject, now())) {
    await recountBookings(tx, clockAt(at.toISOString(), site.timeZone), at)
  }
}
