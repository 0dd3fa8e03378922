/** Error codes of fields (spec §5). A schema's issue has one as its message; pages show the text `field.<code>`. */
export const FIELD_ERRORS = [
  "invalid",
  "unknown",
  "id.invalid",
  "instant.invalid",
  "limit.invalid",
  "list_limit.invalid",
  "cursor.invalid",
  "sort.unknown",
  "query.too_long",
  "name.required",
  "name.too_long",
  "first_name.required",
  "first_name.too_long",
  "last_name.required",
  "last_name.too_long",
  "username.too_short",
  "username.too_long",
  "username.address",
  "username.signs",
  "username.alphabets",
  "username.reserved",
  "username.taken",
  "email.taken",
  "login_name.required",
  "login_name.too_long",
  "password.required",
  "password.too_short",
  "password.too_long",
  "password.too_simple",
  "password.common",
  "password.too_short_strict",
  "password.wrong",
  "password.mismatch",
  "email.needed",
  "role.unknown",
  "user_id.required",
  "username.required",
  "password.too_short_admin",
  "setup_code.wrong",
  "state.unknown",
  "reply.required",
  "response.too_long",
  "chat_message.too_long",
  "place.invalid",
  "reason.required",
  "reason.too_long",
  "token.invalid",
  "job.required",
  "job.too_long",
  "bio.required",
  "image_url.required",
  "url.invalid",
  "order.invalid",
  "rating.invalid",
  "title.required",
  "title.too_long",
  "title.taken",
  "reply_title.too_long",
  "excerpt.required",
  "excerpt.too_long",
  "content.required",
  "content.too_long",
  "author.required",
  "category.too_long",
  "reset_token.required",
  "reset_code.required",
  "bio.too_long",
  "skills.too_long",
  "image_url.invalid",
  "image.invalid",
  "image.too_large",
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

const CODE = /^[a-z_.]+$/

/** The first error of each field. Codes are matched by their form: pages would have to bundle the list. */
export function fieldErrors(issues: readonly Issue[]): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {}
  for (const { path, message } of issues) {
    errors[path.join(".")] ??= CODE.test(message) ? (message as FieldError) : "invalid"
  }
  return errors
}
