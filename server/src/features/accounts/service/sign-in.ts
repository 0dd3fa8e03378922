import type { LoginRequest, RegisterRequest, SignupRequest } from "@haitech/contract/accounts"
import type { FieldError } from "@haitech/contract/field-errors"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { findTakenLogins, findUserByLogin, findUserForUpdate, insertUser } from "#features/accounts/queries/users.ts"
import { isReserved } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { preferProgram } from "#features/members/service/preferences.ts"
import { countArrival } from "#features/volunteers/service/ambassadors.ts"
import { connectApplication } from "#features/volunteers/service/links.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { sendWelcomeEmail } from "./emails.ts"
import { requireUncommonPassword } from "./new-password.ts"
import { type AttemptOrigin, countAttempt } from "./password-attempts.ts"
import { type SignIn, type StartedSession, startSession } from "./sessions.ts"

type Browser = SignIn["browser"]

export interface SignInOrigin extends Pick<AttemptOrigin, "address" | "proof"> {
  readonly browser: Browser
}

interface SignUpOrigin {
  readonly browser: Browser
  readonly language: Language
  readonly via?: string | undefined
}

/** @throws {Problem} `account.taken` with the taken fields, `request.invalid`, `server.busy` */
export async function signUp(
  deps: Deps,
  input: RegisterRequest | SignupRequest,
  { browser, language, via }: SignUpOrigin,
): Promise<StartedSession> {
  const { db, passwords, now } = deps
  const { password, ...fields } = input
  const { program, application, ...account } = { program: undefined, application: undefined, ...fields }
  if (isReserved(account.username, deps.site.name)) throw reservedName()
  requireUncommonPassword(deps, "password", password, account)
  const passwordHash = await passwords.hash(password)
  const started = await db.transaction(async (tx) => {
    const user = await insertUser(tx, { ...account, role: input.role ?? "student", passwordHash, language })
    if (!user) return undefined
    await preferProgram(tx, user.id, program)
    await connectApplication(deps, tx, { token: application, userId: user.id })
    await countArrival(tx, deps, { email: user.email, via })
    await sendWelcomeEmail(tx, user)
    return startSession(tx, { user, provider: "haitech", browser }, now())
  })
  if (started) return started
  throw new Problem("account.taken", { fields: takenFieldErrors(await findTakenLogins(db, account)) })
}

export function reservedName(): Problem {
  return new Problem("request.invalid", { fields: { username: "username.reserved" } })
}

export function takenFieldErrors(taken: {
  readonly username: boolean
  readonly email: boolean
}): Record<string, FieldError> {
  return {
    ...(taken.username && { username: "username.taken" }),
    ...(taken.email && { email: "email.taken" }),
  }
}

/** @throws {Problem} `login.refused`, `challenge.required`, `rate.limited`, `server.busy` */
export async function signIn(
  deps: Deps,
  { usernameOrEmail, password }: LoginRequest,
  origin: SignInOrigin,
): Promise<StartedSession> {
  const authenticated = await authenticate(deps, { usernameOrEmail, password }, origin)
  if (!authenticated) throw new Problem("login.refused")
  return deps.db.transaction(async (tx) => {
    const user = await findUnchangedUser(tx, authenticated)
    if (!user) throw new Problem("login.refused")
    return startSession(tx, { user, provider: "haitech", browser: origin.browser }, deps.now())
  })
}

/** An unknown login takes as long as a wrong password. @throws {Problem} `challenge.required`, `rate.limited` */
export async function authenticate(
  deps: Deps,
  { usernameOrEmail, password }: LoginRequest,
  { browser, address, proof }: SignInOrigin,
): Promise<UserRow | undefined> {
  const { db, passwords } = deps
  // Checked first: a busy server uses up none of the account's attempts.
  await passwords.expectCapacity()
  const user = await findUserByLogin(db, usernameOrEmail)
  const origin = { address, proof, deviceSecret: browser.device.secret }
  const refund = await countAttempt(deps, { id: user?.id, name: usernameOrEmail }, origin)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (isRight) await refund()
  return isRight && user?.approved ? user : undefined
}

/** Undefined when the account was closed, deleted or got another password after the password was verified. */
export async function findUnchangedUser(tx: Tx, authenticated: UserRow): Promise<UserRow | undefined> {
  const user = await findUserForUpdate(tx, authenticated.id)
  return user?.approved && user.passwordHash === authenticated.passwordHash ? user : undefined
}
