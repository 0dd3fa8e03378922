import type { AppointmentRequest } from "@haitech/contract/appointments"
import { instantOf } from "@haitech/contract/clock"
import type { FieldError } from "@haitech/contract/field-errors"

/** The instant of the requested session, or the error of the field that sets it. */
export type RequestedTime =
  | { readonly at: Date }
  | { readonly field: "date" | "preferredDate"; readonly error: FieldError }

/**
 * `preferredDate` wins where it is sent; otherwise the day and hour of a plain form are in the site's time zone (D5). The
 * instant must be in the future (spec §5).
 */
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

/** Do both requests come from the same member, or carry the same idempotency key? */
export function isSameSender(stored: Sender, repeated: Sender): boolean {
  if (repeated.userId !== null && repeated.userId === stored.userId) return true
  return repeated.idempotencyKeyHash !== null && repeated.idempotencyKeyHash === stored.idempotencyKeyHash
}
