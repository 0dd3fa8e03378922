import * as z from "zod/mini"
import type { FieldError } from "./field-errors.ts"
import { UserId } from "./ids.ts"
import { route } from "./route.ts"
import { email, text } from "./text.ts"
import { Instant } from "./time.ts"

export const USERNAME_LENGTH = { min: 3, max: 30 } as const
export const PERSON_NAME_LENGTH = 50
/** §5, §9: of registration and change; of a reset and of who works with minors. The most is ours: no book is hashed. */
export const PASSWORD_LENGTH = { min: 6, minStrict: 12, max: 256 } as const
/** §5: of each of these (patterns) a password has one, where it must have {@link PASSWORD_LENGTH.minStrict}. */
export const STRICT_KINDS = ["\\p{Lu}", "\\p{Ll}", "\\d", "[@$!%*?&]"]
/** A username, or an address of 254 characters at most. */
const LOGIN_NAME_LENGTH = 254

/** §6. Only an administrator gives the last one. */
export const ROLES = ["student", "volunteer", "mentor", "ambassador", "admin"] as const
export const Role = z.enum(ROLES, "role.unknown")
export type Role = z.output<typeof Role>

const Username = text(USERNAME_LENGTH.max, { required: "username.too_short", tooLong: "username.too_long" }).check(
  z.minLength(USERNAME_LENGTH.min, "username.too_short"),
  // Whoever signs in types a user name or an address: one must never be taken for the other.
  z.refine((name) => !name.includes("@"), "username.address"),
)
const LoginName = text(LOGIN_NAME_LENGTH, { required: "login_name.required", tooLong: "login_name.too_long" })

/** §5 Sign-in. */
export const LoginRequest = z.object({ usernameOrEmail: LoginName, password: password(1, "password.required") })
export type LoginRequest = z.output<typeof LoginRequest>

/** What people say of themselves when they register, and may change later. */
export const personFields = {
  firstName: text(PERSON_NAME_LENGTH, { required: "first_name.required", tooLong: "first_name.too_long" }),
  lastName: text(PERSON_NAME_LENGTH, { required: "last_name.required", tooLong: "last_name.too_long" }),
  username: Username,
  email: email({ required: "email.invalid", invalid: "email.invalid", tooLong: "email.too_long" }),
}

/** §5 Registration. The page asks for the password twice and sends it once (§3). */
export const RegisterRequest = z.object({
  ...personFields,
  password: password(PASSWORD_LENGTH.min, "password.too_short"),
  loginProvider: z.literal("haitech", "invalid"),
  role: z.optional(z.literal("student", "role.unknown")),
})
export type RegisterRequest = z.output<typeof RegisterRequest>

/** §5 "A separate signup form variant": for who will work with minors (D3). */
export const SignupRequest = z.object({
  ...personFields,
  username: Username.check(z.regex(/^[\w-]+$/, "username.signs")),
  email: email({ required: "email.needed", invalid: "email.needed", tooLong: "email.too_long" }),
  password: strictPassword(),
  loginProvider: z.literal("haitech", "invalid"),
  role: z.enum(["volunteer", "mentor", "ambassador"], "role.unknown"),
})
export type SignupRequest = z.output<typeof SignupRequest>

/** Who is signed in; who came by Google may have an address only (§3 "Current user"). */
export const CurrentUser = z.object({
  id: UserId,
  email: z.string(),
  username: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: Role,
})
export type CurrentUser = z.output<typeof CurrentUser>

/** §7. A session begins with the answer's cookie. */
export const login = route({
  method: "POST",
  path: "/api/auth/login",
  access: "public",
  form: true,
  body: LoginRequest,
  reply: CurrentUser,
})

/** §7. The browser goes to the home page. Who is not signed in is signed out already. */
export const logout = route({
  method: "POST",
  path: "/api/auth/logout",
  access: "public",
  status: 204,
  form: true,
  reply: z.undefined(),
})

/** §7. 401 is "signed out" (§4). */
export const readUser = route({ method: "GET", path: "/api/auth/user", access: "member", reply: CurrentUser })

/** §7. Whoever registers is signed in. */
export const register = route({
  method: "POST",
  path: "/api/auth/register",
  access: "public",
  status: 201,
  form: true,
  body: z.discriminatedUnion("role", [RegisterRequest, SignupRequest], "role.unknown"),
  reply: CurrentUser,
})

/** D2. The same answer at once, whether there is such an account or not; a letter comes by mail to whoever has one. */
export const forgotPassword = route({
  method: "POST",
  path: "/api/auth/password/forgot",
  access: "public",
  status: 202,
  form: true,
  body: z.strictObject({ usernameOrEmail: LoginName }),
  reply: z.undefined(),
})

/** How many other sessions of the member ended with the password. */
const PasswordSet = z.object({ sessionsEnded: z.int() })

/** D2, by the link of the letter: it works once, for 30 minutes. All sessions of the user end. */
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
  reply: PasswordSet,
})

/** The same by the six digits of the letter, for whoever reads it on another device. */
export const resetPasswordByCode = route({
  method: "POST",
  path: "/api/auth/password/reset-by-code",
  access: "public",
  form: true,
  body: z.strictObject({
    usernameOrEmail: LoginName,
    code: z.string("reset_code.required").check(
      z.overwrite((text) => text.replace(/\s/g, "")),
      z.regex(/^\d{6}$/, "reset_code.required"),
    ),
    newPassword: strictPassword(),
  }),
  reply: PasswordSet,
})

/** D2. The member's other sessions end. */
export const changePassword = route({
  method: "POST",
  path: "/api/auth/password/change",
  access: "member",
  body: z.strictObject({
    currentPassword: password(1, "password.required"),
    newPassword: password(PASSWORD_LENGTH.min, "password.too_short"),
  }),
  reply: PasswordSet,
})

/** Where somebody is signed in. `device` is a browser and a system by name; `usedAt` is exact to the day. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  isCurrent: z.boolean(),
  beganAt: Instant,
  usedAt: Instant,
})
export type Session = z.output<typeof Session>

/** The member's own, this one first, then the newest. */
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

/** Signs out everywhere, here too. */
export const endSessions = route({
  method: "DELETE",
  path: "/api/user/sessions",
  access: "member",
  status: 204,
  reply: z.undefined(),
})

/** A password is kept as typed: what looks like an accident at its ends may be meant. */
export function password(least: number, word: FieldError) {
  return z
    .string(word)
    .check(z.minLength(least, word), z.maxLength(PASSWORD_LENGTH.max, "password.too_long"))
    .check(z.refine((text) => text.isWellFormed() && !text.includes("\0"), "invalid"))
}

/** §5: of a reset, and of who works with minors: long, with uppercase, lowercase, a digit and one of the signs. */
function strictPassword() {
  const kinds = STRICT_KINDS.map((kind) => new RegExp(kind, "u"))
  return password(1, "password.too_short_strict").check(
    z.minLength(PASSWORD_LENGTH.minStrict, "password.too_short_strict"),
    z.refine((text) => kinds.every((kind) => kind.test(text)), "password.too_simple"),
  )
}
