import * as z from "zod/mini"
import { UserId } from "./ids.ts"
import { route } from "./route.ts"
import { email, line } from "./text.ts"

export const USERNAME_LENGTH = { least: 3, most: 30 } as const
export const PERSON_NAME_LENGTH = 50
/** §5, §9: of registration. The most is ours: hashing a book would keep the server from everybody else. */
export const PASSWORD_LENGTH = { least: 6, most: 200 } as const
/** A username, or an address of 254 characters at most. */
const LOGIN_NAME_LENGTH = 254

/** A password is kept as typed: what looks like an accident at its ends may be meant. */
function secret(least: number, word: "password.required" | "password.too_short") {
  return z
    .string(word)
    .check(z.minLength(least, word), z.maxLength(PASSWORD_LENGTH.most, "password.too_long"))
    .check(z.refine((text) => text.isWellFormed() && !text.includes("\0"), "invalid"))
}

/** §5 Sign-in. */
export const LoginRequest = z.object({
  usernameOrEmail: line(LOGIN_NAME_LENGTH, { required: "login_name.required", tooLong: "login_name.too_long" }),
  password: secret(1, "password.required"),
})
export type LoginRequest = z.output<typeof LoginRequest>

/** §5 Registration. The page asks for the password twice and sends it once (§3). */
export const RegisterRequest = z.object({
  firstName: line(PERSON_NAME_LENGTH, { required: "first_name.required", tooLong: "first_name.too_long" }),
  lastName: line(PERSON_NAME_LENGTH, { required: "last_name.required", tooLong: "last_name.too_long" }),
  username: line(USERNAME_LENGTH.most, { required: "username.too_short", tooLong: "username.too_long" }).check(
    z.minLength(USERNAME_LENGTH.least, "username.too_short"),
    // Whoever signs in types a user name or an address: one must never be taken for the other.
    z.refine((name) => !name.includes("@"), "username.address"),
  ),
  email: email({ required: "email.invalid", invalid: "email.invalid", tooLong: "email.too_long" }),
  password: secret(PASSWORD_LENGTH.least, "password.too_short"),
  loginProvider: z.literal("haitech", "invalid"),
})
export type RegisterRequest = z.output<typeof RegisterRequest>

/** Who is signed in; who came by Google may have an address only (§3 "Current user"). */
export const CurrentUser = z.object({
  id: UserId,
  email: z.string(),
  username: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
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
  body: RegisterRequest,
  reply: CurrentUser,
})
