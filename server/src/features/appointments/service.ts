import { createHash } from "node:crypto"
import type { AppointmentRequest } from "@haitech/contract/appointments"
import { clockAt } from "@haitech/contract/clock"
import type { AppointmentId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import type { Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"
import type { ErasureSubject } from "#platform/erasure-subject.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
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
} from "./queries.ts"
import { isSameSender, resolveRequestedTime } from "./rules.ts"
import type { AppointmentRow } from "./table.ts"

/** Each request is a letter to whoever's address was typed. */
const EMAIL_LIMIT = { name: "appointment.email", limit: 10, windowSeconds: 3600 }

/** What the outbox keeps of the letter until it is sent. */
export interface AppointmentEmail extends Pick<NewAppointment, "sessionType" | "subject" | "duration"> {
  readonly to: string
  readonly name: string
  readonly language: Language
  /** ISO 8601. */
  readonly at: string
}

interface Sender {
  readonly userId: string | null
  readonly language: Language
  readonly idempotencyKey: string | undefined
}

/** What the sender may know of a request: what was sent, and the name under which it is stored. */
export type RequestReceipt = NewAppointment & Pick<AppointmentRow, "id" | "createdAt" | "status">

/**
 * Stores a request for a session and confirms it by email. On a day with open hours it takes a place in one of them, or
 * nothing is stored (D5). The same request again is stored once. The answer to it holds the stored record only for its
 * own sender (the same member, or the same idempotency key): for anybody else it reads like the answer to a new request,
 * so that nobody learns by guessing what others have asked for.
 * @throws {Problem} `request.invalid` (a day that is past or does not exist), `slot.taken`, `rate.limited`
 */
export async function request(
  { db, limiter, now, site }: Deps,
  asked: AppointmentRequest,
  { userId, language, idempotencyKey }: Sender,
): Promise<RequestReceipt> {
  const when = resolveRequestedTime(asked, site.timeZone, now())
  if ("error" in when) throw new Problem("request.invalid", { fields: { [when.field]: when.error } })
  await limiter.take(EMAIL_LIMIT, asked.studentEmail)
  const { preferredDate: _sent, date: _day, description, ...rest } = asked
  const idempotencyKeyHash = idempotencyKey ? createHash("sha256").update(idempotencyKey).digest("hex") : null
  const wanted = { ...rest, userId, description, preferredDate: when.at, idempotencyKeyHash }
  return db.transaction(async (tx) => {
    const row = await insertAppointment(tx, wanted)
    if (!row) return receiptForRepeated(tx, wanted, { timeZone: site.timeZone, now: now() })
    await claimOpenSlot(tx, wanted, site.timeZone)
    await enqueue(tx, {
      kind: "appointment.requested",
      key: `appointment.requested:${row.id}`,
      payload: emailPayload(wanted, language),
    })
    return { ...wanted, id: row.id, createdAt: row.createdAt, status: "pending" }
  })
}

async function receiptForRepeated(
  tx: Tx,
  wanted: NewAppointment,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): Promise<RequestReceipt> {
  const stored = await findDuplicate(tx, wanted)
  if (!stored) throw new Error("a request for a session was neither inserted nor found")
  if (isSameSender(stored, wanted)) {
    return { ...wanted, id: stored.id, createdAt: stored.createdAt, status: stored.status }
  }
  const beginning = beginningOf(wanted, timeZone)
  const isRefused = !(await hasFreePlace(tx, beginning, wanted.sessionType)) && (await hasOpenSlots(tx, beginning.date))
  if (isRefused) throw new Problem("slot.taken")
  return { ...wanted, id: freshId() as AppointmentId, createdAt: now, status: "pending" }
}

async function claimOpenSlot(tx: Tx, wanted: NewAppointment, timeZone: string): Promise<void> {
  const beginning = beginningOf(wanted, timeZone)
  if (await claimSlot(tx, beginning, wanted.sessionType)) return
  if (await hasOpenSlots(tx, beginning.date)) throw new Problem("slot.taken")
}

function beginningOf({ preferredDate }: NewAppointment, timeZone: string): SlotStart {
  return clockAt(preferredDate.toISOString(), timeZone)
}

function emailPayload(wanted: NewAppointment, language: Language): AppointmentEmail {
  const { studentEmail, studentName, sessionType, subject, duration, preferredDate } = wanted
  return {
    to: studentEmail,
    name: studentName,
    language,
    sessionType,
    subject,
    duration,
    at: preferredDate.toISOString(),
  }
}

/** Takes away somebody's sessions and requests; the places they had are free again. */
export async function eraseAppointments({ now, site }: Deps, tx: Tx, subject: ErasureSubject): Promise<void> {
  for (const at of await deleteAppointmentsOf(tx, subject, now())) {
    await recountBookings(tx, clockAt(at.toISOString(), site.timeZone), at)
  }
}
