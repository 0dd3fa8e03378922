import type { LoginRequest, RegisterRequest, SignupRequest } from "@haitech/contract/accounts"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { insertUser, lockedUser, takenBy, userNamed } from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { tellWelcome } from "./letters.ts"
import { type Begun, begin, type SignIn } from "./sessions.ts"

/** So often may one account be tried, wherever from and by whichever of its names; the limit per address stands beside the route (security C7). */
export const ACCOUNT_LIMIT = { name: "login.account", limit: 10, windowSeconds: 900 }

type Browser = SignIn["browser"]

/**
 * Makes an account and signs its owner in.
 * @throws {Problem} `account.taken`, with the field that is; `server.busy`
 */
export async function signUp(
  { db, passwords, now }: Deps,
  asked: RegisterRequest | SignupRequest,
  { browser, language }: { readonly browser: Browser; readonly language: Language },
): Promise<Begun> {
  const { password, ...person } = asked
  const passwordHash = await passwords.hash(password)
  const begun = await db.transaction(async (tx) => {
    const user = await insertUser(tx, { ...person, role: asked.role ?? "student", passwordHash, language })
    if (!user) return undefined
    await tellWelcome(tx, user)
    return begin(tx, { user, by: "haitech", browser }, now())
  })
  if (begun) return begun
  throw new Problem("account.taken", { fields: fieldsTaken(await takenBy(db, person)) })
}

/** What a page says of names that somebody else has. */
export function fieldsTaken(taken: {
  readonly username: boolean
  readonly email: boolean
}): Record<string, FieldError> {
  return {
    ...(taken.username && { username: "username.taken" }),
    ...(taken.email && { email: "email.taken" }),
  }
}

/**
 * Signs somebody in by user name or address.
 * @throws {Problem} `login.refused`, `rate.limited`, `server.busy`
 */
export async function signIn(
  deps: Deps,
  { usernameOrEmail, password }: LoginRequest,
  browser: Browser,
): Promise<Begun> {
  const proven = await whoSignsIn(deps, usernameOrEmail, password)
  if (!proven) throw new Problem("login.refused")
  return deps.db.transaction(async (tx) => {
    const user = await stillOpenTo(tx, proven)
    if (!user) throw new Problem("login.refused")
    return begin(tx, { user, by: "haitech", browser }, deps.now())
  })
}

/**
 * Whose name and password these are. A name that nobody has takes as long as a wrong password.
 * @throws {Problem} `rate.limited`, `server.busy`
 */
export async function whoSignsIn(
  { db, limiter, passwords }: Deps,
  usernameOrEmail: string,
  password: string,
): Promise<UserRow | undefined> {
  // Who finds no room has not tried: it costs none of the account's tries.
  await passwords.expectRoom()
  const user = await userNamed(db, usernameOrEmail)
  await limiter.take(ACCOUNT_LIMIT, user?.id ?? usernameOrEmail)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  return isRight && user?.approved ? user : undefined
}

/**
 * The account whose password was just verified, locked. Nothing when it was closed, deleted or given another password
 * since: those end every session, and one that begins after them would stay.
 */
export async function stillOpenTo(tx: Tx, proven: UserRow): Promise<UserRow | undefined> {
  const user = await lockedUser(tx, proven.id)
  return user?.approved && user.passwordHash === proven.passwordHash ? user : undefined
}
