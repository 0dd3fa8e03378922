import * as z from "zod/mini"
import type { FieldError } from "./field-errors.ts"
import { UserId } from "./ids.ts"
import { openEnum } from "./lists.ts"
import { Program } from "./outreach.ts"
import { route } from "./route.ts"
import { email, singleLine, sixDigits, text } from "./text.ts"
import { Instant } from "./time.ts"

export const USERNAME_LENGTH = { min: 3, max: 30 } as const
export const PERSON_NAME_LENGTH = 50
/** spec §5, §9. `minStrict` is for a reset and for people who work with minors; `max` bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 6, minStrict: 12, max: 256 } as const
/** spec §5. Character classes, as patterns; a strict password has a character of each. */
export const STRICT_CHARACTER_CLASSES = ["\\p{Lu}", "\\p{Ll}", "\\d", "[@$!%*?&]"]
const LOGIN_NAME_LENGTH = 254

export const ROLES = ["student", "volunteer", "mentor", "ambassador", "admin"] as const
export const Role = z.enum(ROLES, "role.unknown")
export type Role = z.output<typeof Role>
/** spec §6: of people who will work with minors (D3). Carries no rights before an administrator approves it. */
export const APPROVED_ROLES = ["volunteer", "mentor", "ambassador"] as const

const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

const Username = singleLine(USERNAME_LENGTH.max, {
  required: "username.too_short",
  tooLong: "username.too_long",
}).check(
  z.minLength(USERNAME_LENGTH.min, "username.too_short"),
  // Sign-in accepts a username or an email address, so a username must never look like an address.
  z.refine((name) => !name.includes("@"), "username.address"),
  z.refine((name) => ALPHABETS.filter((alphabet) => alphabet.test(name)).length < 2, "username.alphabets"),
)
export const LoginName = text(LOGIN_NAME_LENGTH, { required: "login_name.required", tooLong: "login_name.too_long" })

export const LoginRequest = z.object({ usernameOrEmail: LoginName, password: password(1, "password.required") })
export type LoginRequest = z.output<typeof LoginRequest>

export const personFields = {
  firstName: singleLine(PERSON_NAME_LENGTH, { required: "first_name.required", tooLong: "first_name.too_long" }),
  lastName: singleLine(PERSON_NAME_LENGTH, { required: "last_name.required", tooLong: "last_name.too_long" }),
  username: Username,
  email: email({ required: "email.invalid", invalid: "email.invalid", tooLong: "email.too_long" }),
}

const ChosenProgram = z.pipe(
  z.transform((input) => input || undefined),
  z.optional(Program),
)

export const RegisterRequest = z.object({
  ...personFields,
  password: password(PASSWORD_LENGTH.min, "password.too_short"),
  loginProvider: z.literal("haitech", "invalid"),
  program: z.optional(ChosenProgram),
  role: z.optional(z.literal("student", "role.unknown")),
})
export type RegisterRequest = z.output<typeof RegisterRequest>

export const SignupRequest = z.object({
  ...personFields,
  username: Username.check(z.regex(/^[\w-]+$/, "username.signs")),
  email: email({ required: "email.needed", invalid: "email.needed", tooLong: "email.too_long" }),
  password: strictPassword(),
  loginProvider: z.literal("haitech", "invalid"),
  role: z.enum(APPROVED_ROLES, "role.unknown"),
  /** Connects the application with this token to the account. One that is not valid connects nothing. */
  application: z.optional(z.string("token.invalid").check(z.maxLength(200, "token.invalid"))),
})
export type SignupRequest = z.output<typeof SignupRequest>

export const CurrentUser = z.object({
  id: UserId,
  email: z.string(),
  username: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: openEnum(ROLES),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const GOOGLE_TEST_PEOPLE = [
  { id: "marie", firstName: "Marie", lastName: "Test", email: "marie.test@example.org", isEmailVerified: true },
  { id: "jean", firstName: "Jean", lastName: "Test", email: "jean.test@example.org", isEmailVerified: true },
  { id: "esther", firstName: "Esther", lastName: "Test", email: "esther.test@example.org", isEmailVerified: false },
] as const

export const login = route({
  method: "POST",
  path: "/api/auth/login",
  access: "public",
  form: true,
  body: LoginRequest,
  reply: CurrentUser,
})

export const logout = route({
  method: "POST",
  path: "/api/auth/logout",
  access: "public",
  status: 204,
  form: true,
  reply: z.undefined(),
})

export const readUser = route({ method: "GET", path: "/api/auth/user", access: "member", reply: CurrentUser })

export const register = route({
  method: "POST",
  path: "/api/auth/register",
  access: "public",
  status: 201,
  form: true,
  body: z.discriminatedUnion("role", [RegisterRequest, SignupRequest], "role.unknown"),
  reply: CurrentUser,
})

/** D2. Responds alike and equally fast whether or not the account exists; an existing one receives an email. */
export const forgotPassword = route({
  method: "POST",
  path: "/api/auth/password/forgot",
  access: "public",
  status: 202,
  form: true,
  body: z.strictObject({ usernameOrEmail: LoginName }),
  reply: z.undefined(),
})

const PasswordChange = z.object({ sessionsEnded: z.int() })

/** D2. Takes the secret of the emailed link, which works once, for 30 minutes. Ends all sessions of the user. */
export const resetPassword = route({
  method: "POST",
  path: "/api/auth/password/reset",
  access: "public",
  form: true,
  body: z.strictObject({
    userId: z.string("user_id.required").check(z.minLength(1, "user_id.required"), z.uuid("id.invalid")),
    token: z.string("reset_token.required").check(z.minLength(1, "reset_token.required"), z.maxLength(100, "invalid")),
    newPassword: strictPassword(),
  }),
  reply: PasswordChange,
})

export const resetPasswordByCode = route({
  method: "POST",
  path: "/api/auth/password/reset-by-code",
  access: "public",
  form: true,
  body: z.strictObject({
    usernameOrEmail: LoginName,
    code: sixDigits("reset_code.required"),
    newPassword: strictPassword(),
  }),
  reply: PasswordChange,
})

export const changePassword = route({
  method: "POST",
  path: "/api/auth/password/change",
  access: "member",
  body: z.strictObject({
    currentPassword: password(1, "password.required"),
    newPassword: password(PASSWORD_LENGTH.min, "password.too_short"),
  }),
  reply: PasswordChange,
})

export const Session = z.object({
  id: z.string(),
  device: z.string(),
  movedFrom: z.optional(z.string()),
  isCurrent: z.boolean(),
  beganAt: Instant,
  usedAt: Instant,
})
export type Session = z.output<typeof Session>

export const listSessions = route({
  method: "GET",
  path: "/api/user/sessions",
  access: "member",
  reply: z.array(Session),
})

export const endSession = route({
  method: "DELETE",
  path: "/api/user/sessions/:id",
  access: "member",
  status: 204,
  params: z.object({ id: z.string() }),
  reply: z.undefined(),
})

export const endSessions = route({
  method: "DELETE",
  path: "/api/user/sessions",
  access: "member",
  status: 204,
  reply: z.undefined(),
})

/** Keeps a password as typed: spaces at its ends may be intended. */
export function password(min: number, code: FieldError) {
  return z
    .string(code)
    .check(z.minLength(min, code), z.maxLength(PASSWORD_LENGTH.max, "password.too_long"))
    .check(z.refine((input) => input.isWellFormed() && !input.includes("\0"), "invalid"))
}

function strictPassword() {
  const classes = STRICT_CHARACTER_CLASSES.map((source) => new RegExp(source, "u"))
  return password(1, "password.too_short_strict").check(
    z.minLength(PASSWORD_LENGTH.minStrict, "password.too_short_strict"),
    z.refine((input) => classes.every((pattern) => pattern.test(input)), "password.too_simple"),
  )
}
