import type { AppointmentRequest } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"
import type { FieldError } from "@haitech/contract/field-errors"
import type { AppointmentRow } from "./table.ts"

export type RequestedTime =
  | { readonly at: Date }
  | { readonly field: "date" | "preferredDate"; readonly error: FieldError }

/** `preferredDate` wins; else day and hour are in the site's time zone (D5). Refuses the past (spec §5). */
export function resolveRequestedTime(
  { preferredDate, date = "", preferredTime }: Pick<AppointmentRequest, "preferredDate" | "date" | "preferredTime">,
  timeZone: string,
  now: Date,
): RequestedTime {
  const field = preferredDate === undefined ? "date" : "preferredDate"
  const instant = preferredDate ?? instantOf(date, preferredTime, timeZone)
  if (instant === null) return { field, error: "date.invalid" }
  const at = new Date(instant)
  return at > now ? { at } : { field, error: "date.past" }
}

interface Sender {
  readonly userId: string | null
  readonly idempotencyKeyHash: string | null
}

export function isSameSender(stored: Sender, repeated: Sender): boolean {
  if (repeated.userId !== null && repeated.userId === stored.userId) return true
  return repeated.idempotencyKeyHash !== null && repeated.idempotencyKeyHash === stored.idempotencyKeyHash
}

/** Links in emails stop working 30 days after the session. */
export function isLinkExpired({ endsAt }: Pick<AppointmentRow, "endsAt">, now: Date): boolean {
  return now.getTime() > endsAt.getTime() + LINK_MS
}

const LINK_MS = 30 * 86_400_000
