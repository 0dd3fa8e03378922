import type { AppointmentRequest } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"
import type { FieldError } from "@haitech/contract/field-errors"

/** When a request is for, or what is wrong with what it says of that. */
export type RequestedTime =
  | { readonly at: Date }
  | { readonly field: "date" | "preferredDate"; readonly error: FieldError }

/** D5: the instant is the truth; a plain form's day and hour are of the office's clocks. It must be in the future (§5). */
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

interface SentBy {
  readonly userId: string | null
  readonly idempotencyKeyHash: string | null
}

/** Did the member, or the browser with the idempotency key, that stored a request send this one, too? */
export function isSameSender(stored: SentBy, sent: SentBy): boolean {
  if (sent.userId !== null && sent.userId === stored.userId) return true
  return sent.idempotencyKeyHash !== null && sent.idempotencyKeyHash === stored.idempotencyKeyHash
}
