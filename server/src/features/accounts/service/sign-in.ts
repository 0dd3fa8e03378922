import type { LoginRequest, RegisterRequest, SignupRequest } from "@haitech/contract/accounts"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findTakenLogins, findUserByLogin, findUserForUpdate, insertUser } from "#features/accounts/queries/users.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { sendWelcomeEmail } from "./emails.ts"
import { type AttemptOrigin, countAttempt } from "./password-attempts.ts"
import { type SignIn, type StartedSession, startSession } from "./sessions.ts"

type Browser = SignIn["browser"]

/** Where somebody signs in from. */
export interface SignInOrigin extends Pick<AttemptOrigin, "address" | "proof"> {
  readonly browser: Browser
}

/**
 * Makes an account and signs its owner in.
 * @throws {Problem} `account.taken`, with the field that is; `server.busy`
 */
export async function signUp(
  { db, passwords, now }: Deps,
  asked: RegisterRequest | SignupRequest,
  { browser, language }: { readonly browser: Browser; readonly language: Language },
): Promise<StartedSession> {
  const { password, ...person } = asked
  const passwordHash = await passwords.hash(password)
  const begun = await db.transaction(async (tx) => {
    const user = await insertUser(tx, { ...person, role: asked.role ?? "student", passwordHash, language })
    if (!user) return undefined
    await sendWelcomeEmail(tx, user)
    return startSession(tx, { user, by: "haitech", browser }, now())
  })
  if (begun) return begun
  throw new Problem("account.taken", { fields: takenFieldErrors(await findTakenLogins(db, person)) })
}

/** What a page says of names that somebody else has. */
export function takenFieldErrors(taken: {
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
 * @throws {Problem} `login.refused`, `challenge.required`, `rate.limited`, `server.busy`
 */
export async function signIn(
  deps: Deps,
  { usernameOrEmail, password }: LoginRequest,
  origin: SignInOrigin,
): Promise<StartedSession> {
  const proven = await authenticate(deps, { usernameOrEmail, password }, origin)
  if (!proven) throw new Problem("login.refused")
  return deps.db.transaction(async (tx) => {
    const user = await requireUnchangedUser(tx, proven)
    if (!user) throw new Problem("login.refused")
    return startSession(tx, { user, by: "haitech", browser: origin.browser }, deps.now())
  })
}

/**
 * Whose name and password these are. A name that nobody has takes as long as a wrong password.
 * @throws {Problem} `challenge.required`, `rate.limited`, `server.busy`
 */
export async function authenticate(
  deps: Deps,
  { usernameOrEmail, password }: LoginRequest,
  { browser, ...from }: SignInOrigin,
): Promise<UserRow | undefined> {
  const { db, passwords } = deps
  // Who finds no room has not tried: it costs none of the account's tries.
  await passwords.expectCapacity()
  const user = await findUserByLogin(db, usernameOrEmail)
  const origin = { ...from, deviceSecret: browser.device.secret }
  const giveBack = await countAttempt(deps, { id: user?.id, name: usernameOrEmail }, origin)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (isRight) await giveBack()
  return isRight && user?.approved ? user : undefined
}

/**
 * The account whose password was just verified, locked. Nothing when it was closed, deleted or given another password
 * since: those end every session, and one that begins after them would stay.
 */
export async function requireUnchangedUser(tx: Tx, proven: UserRow): Promise<UserRow | undefined> {
  const user = await findUserForUpdate(tx, proven.id)
  return user?.approved && user.passwordHash === proven.passwordHash ? user : undefined
}
