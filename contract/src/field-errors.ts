/**
 * What can be wrong with a field (§5). A schema's issue carries one of these words; the text a person reads is the
 * message `field.<word>` in their language.
 */
export const FIELD_ERRORS = [
  "invalid",
  "unknown",
  "id.invalid",
  "instant.invalid",
  "limit.invalid",
  "name.required",
  "name.too_long",
  "first_name.required",
  "first_name.too_long",
  "last_name.required",
  "last_name.too_long",
  "username.too_short",
  "username.too_long",
  "username.address",
  "username.taken",
  "email.taken",
  "login_name.required",
  "login_name.too_long",
  "password.required",
  "password.too_short",
  "password.too_long",
  "password.mismatch",
  "email.required",
  "email.invalid",
  "email.too_long",
  "session_type.unknown",
  "date.required",
  "date.invalid",
  "date.past",
  "time.unknown",
  "duration.unknown",
  "description.too_long",
  "priority.unknown",
  "program.unknown",
  "interests.too_long",
  "location.too_long",
  "message.required",
  "message.too_long",
  "subject.unknown",
] as const

export type FieldError = (typeof FIELD_ERRORS)[number]

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The first thing that is wrong with each field, by the field's name. A word nobody foresaw counts as "invalid". */
export function fieldErrors(issues: readonly Issue[]): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const { path, message } of issues) {
    errors[path.join(".")] ??= FIELD_ERRORS.find((known) => known === message) ?? "invalid"
  }
  return errors
}
