import * as z from "zod/mini"
import { Challenge } from "./proof-of-work.ts"
import { Instant } from "./time.ts"

/** Every expected error with its status. spec §8: the browser chooses a dialog by substrings of the raw failure. */
export const PROBLEMS = {
  "request.invalid": 400,
  "request.malformed": 400,
  "session.missing": 401,
  "login.refused": 401,
  "account.taken": 409,
  "reset.expired": 400,
  "session.stale": 403,
  "session.unknown": 404,
  "picture.unknown": 404,
  "user.unknown": 404,
  "admin.last": 409,
  "admin.exists": 409,
  "admin_login.refused": 401,
  "setup_code.wrong": 403,
  "factor.refused": 401,
  "factor.expired": 400,
  "factor.missing": 403,
  "factor.unknown": 404,
  "factor.taken": 409,
  "contact.unknown": 404,
  "message.unknown": 404,
  "message.read": 409,
  "thread.unknown": 404,
  "thread.blocked": 403,
  "chat_link.expired": 400,
  "chat_link.other": 409,
  "chat_link.signed_in": 409,
  "record.unknown": 404,
  "record.changed": 409,
  "deletion.final": 409,
  "order.changed": 409,
  "access.refused": 403,
  "origin.foreign": 403,
  "call.unknown": 404,
  "post.unknown": 404,
  "method.refused": 405,
  "slot.taken": 409,
  "slot.closed": 409,
  "slot.overlap": 409,
  "waiting.full": 409,
  "waiting.closed": 409,
  "appointment.state": 409,
  "appointment.overlap": 409,
  "appointment_link.expired": 400,
  "tutor.refused": 409,
  "payment.unknown": 404,
  "payment.signature": 400,
  "donation.unknown": 404,
  "monthly_gift.unknown": 404,
  "payment.key_reused": 409,
  "receipt.none": 409,
  "receipt_link.expired": 400,
  "refund.not_possible": 409,
  "refund.pending": 409,
  "refund.too_large": 409,
  "payments.off": 503,
  "payments.unavailable": 503,
  "request.too_slow": 408,
  "request.too_large": 413,
  "media.unsupported": 415,
  "rate.limited": 429,
  "challenge.required": 429,
  "headers.too_large": 431,
  "server.broke": 500,
  "server.busy": 503,
} as const

export type ProblemCode = keyof typeof PROBLEMS

/**
 * `fields` has a text per field. With `challenge`, the request succeeds once it carries the solution (D2). `starts` are
 * the next three free hours after one that is taken.
 */
export const ProblemBody = z.object({
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  challenge: z.optional(Challenge),
  starts: z.optional(z.array(Instant)),
})
export type ProblemBody = z.output<typeof ProblemBody>
