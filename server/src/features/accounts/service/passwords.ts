import { ADMIN_PASSWORD_LENGTH } from "@haitech/contract/admin/accounts"
import type { Deps } from "#deps.ts"
import {
  consumeCode,
  consumeToken,
  countCodeAttempt,
  upsertResetToken,
} from "#features/accounts/queries/reset-tokens.ts"
import { recordDevice } from "#features/accounts/queries/sessions.ts"
import { findUser, findUserByLogin, findUserForUpdate, updateUser } from "#features/accounts/queries/users.ts"
import { resetExpiryOf } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { sendPasswordChangedEmail, sendResetEmail } from "./emails.ts"
import { requireUncommonPassword } from "./new-password.ts"
import { hashOf, revokeSessions, type SignIn } from "./sessions.ts"

/** Reset emails to one account, however many are requested (security RL-05). */
const EMAIL_LIMIT = { name: "forgot.account", limit: 3, windowSeconds: 3600 }
const CODE_LIMIT = { name: "reset.account", limit: 15, windowSeconds: 3600 }
/** Attempts at the reset codes of all accounts: a guesser who spreads over many accounts gains nothing. Links still work. */
const ALL_CODES_LIMIT = { name: "reset.all", limit: 300, windowSeconds: 3600 }
const NO_USER = "00000000-0000-0000-0000-000000000000"
/** Attempts at the current password by a signed-in member. Attempts at the login are counted separately. */
const SESSION_LIMIT = { name: "password.session", limit: 10, windowSeconds: 900 }

type Browser = Pick<SignIn["browser"], "device">

type UserPredicate = (user: UserRow) => boolean
const anyUser: UserPredicate = () => true
const isNoAdmin: UserPredicate = (user) => !user.isAdmin

interface PasswordChange {
  readonly sessionsEnded: number
}

export function requestPasswordReset({ db }: Deps, usernameOrEmail: string): Promise<void> {
  return sendResetEmail(db, usernameOrEmail)
}

export interface ResetEmail {
  readonly user: UserRow
  readonly token: string
  readonly code: string
}

/**
 * Token and code are derived from the job's `key` and the address, so that a retried job sends the same email.
 * Locks the user's row, so that the address cannot change before the token is stored.
 * @returns undefined when no eligible user has this login, or the account's email limit is reached
 */
export async function prepareReset(
  { db, limiter, now, keyedHash }: Pick<Deps, "db" | "limiter" | "now" | "keyedHash">,
  usernameOrEmail: string,
  { key, attempt }: { readonly key: string; readonly attempt: number },
  isEligible: UserPredicate = anyUser,
): Promise<ResetEmail | undefined> {
  const match = await findUserByLogin(db, usernameOrEmail)
  if (!match?.approved || !isEligible(match)) return undefined
  try {
    if (attempt === 1) await limiter.take(EMAIL_LIMIT, match.id)
  } catch (error) {
    if (error instanceof Problem && error.code === "rate.limited") return undefined
    throw error
  }
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, match.id)
    if (!user?.approved || !isEligible(user)) return undefined
    const { email } = user
    const token = keyedHash("reset token", `${key} ${email}`)
    const number = Number.parseInt(keyedHash("reset code", `${key} ${email}`).slice(0, 12), 16) % 1_000_000
    const code = String(number).padStart(6, "0")
    await upsertResetToken(tx, {
      userId: user.id,
      email,
      tokenHash: hashOf(token),
      codeHash: keyedHash("reset code of", `${user.id} ${code}`),
      expiresAt: resetExpiryOf(now()),
    })
    return { user, token, code }
  })
}

/** @throws {Problem} `reset.expired`, `request.invalid` for a common password, `server.busy` */
export async function resetByToken(
  deps: Deps,
  input: { readonly userId: string; readonly token: string; readonly newPassword: string },
  browser: Browser,
  isEligible: UserPredicate = anyUser,
): Promise<PasswordChange> {
  return reset(
    deps,
    { ...input, browser },
    (tx, user) => consumeToken(tx, user, hashOf(input.token), deps.now()),
    isEligible,
  )
}

/**
 * Counts an attempt before it compares the code, refuses administrators, and costs an unknown user the same statements.
 * @throws {Problem} `reset.expired`, `request.invalid` for a common password, `rate.limited`, `server.busy`
 */
export async function resetByCode(
  deps: Deps,
  { usernameOrEmail, code, newPassword }: Record<"usernameOrEmail" | "code" | "newPassword", string>,
  browser: Browser,
): Promise<PasswordChange> {
  const { db, limiter, now, passwords, keyedHash } = deps
  await passwords.expectCapacity()
  const user = await findUserByLogin(db, usernameOrEmail)
  await limiter.take(CODE_LIMIT, user?.id ?? usernameOrEmail)
  await limiter.take(ALL_CODES_LIMIT, "all")
  const storedHash = await countCodeAttempt(db, user?.id ?? NO_USER, now())
  const codeHash = keyedHash("reset code of", `${user?.id} ${code}`)
  if (!user || !storedHash || !isSameSecret(codeHash, storedHash)) throw new Problem("reset.expired")
  return reset(
    deps,
    { userId: user.id, newPassword, browser },
    (tx, owner) => consumeCode(tx, owner, codeHash, now()),
    isNoAdmin,
  )
}

async function reset(
  deps: Deps,
  {
    userId,
    newPassword,
    browser,
  }: { readonly userId: string; readonly newPassword: string; readonly browser: Browser },
  consumeSecret: (tx: Tx, user: UserRow) => Promise<boolean>,
  isEligible: UserPredicate,
): Promise<PasswordChange> {
  const { db, now, passwords } = deps
  const passwordHash = await passwords.hash(newPassword)
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, userId)
    if (!user?.approved || !isEligible(user) || !(await consumeSecret(tx, user))) throw new Problem("reset.expired")
    // Thrown inside the transaction: the email stays valid for another try.
    requireUncommonPassword(deps, "newPassword", newPassword, user)
    // The reset proves that the user owns the mailbox. A Google account linked before that may be a stranger's.
    const isUnverified = user.emailVerifiedAt === null
    const unlinked = isUnverified && ({ googleId: null, loginProvider: "haitech" } as const)
    await updateUser(tx, userId, { passwordHash, emailVerifiedAt: now(), ...unlinked })
    if (user.isAdmin) await record(tx, { actor: user, action: "admin.password_reset", subjectId: userId })
    await sendPasswordChangedEmail(tx, user)
    // The owner signs in next from this device: strangers' attempts must not block that.
    await recordDevice(tx, userId, hashOf(browser.device.secret), now())
    return { sessionsEnded: await revokeSessions(tx, userId) }
  })
}

/** An administrator's new password must have the admin minimum length, also when changed on the member page. */
export async function changePassword(
  deps: Deps,
  actor: Member,
  { currentPassword, newPassword }: { readonly currentPassword: string; readonly newPassword: string },
): Promise<PasswordChange> {
  const { db, passwords } = deps
  const verified = await verifyPassword(deps, actor, currentPassword)
  requireUncommonPassword(deps, "newPassword", newPassword, verified)
  const passwordHash = await passwords.hash(newPassword)
  return db.transaction(async (tx) => {
    const before = await findUserForUpdate(tx, actor.id)
    requireSamePassword(before, verified)
    if (before?.isAdmin) {
      requireAdminLength(newPassword)
      await record(tx, { actor, action: "admin.password_changed", subjectId: actor.id })
    }
    await updateUser(tx, actor.id, { passwordHash })
    await sendPasswordChangedEmail(tx, verified)
    return { sessionsEnded: await revokeSessions(tx, actor.id, actor.session) }
  })
}

/** @throws {Problem} `request.invalid` on the field `currentPassword`; `rate.limited`, `server.busy` */
export async function verifyPassword(
  { db, limiter, passwords }: Pick<Deps, "db" | "limiter" | "passwords">,
  actor: Member,
  password: string,
): Promise<UserRow> {
  // Checked first: a busy server uses up none of the account's attempts.
  await passwords.expectCapacity()
  await limiter.take(SESSION_LIMIT, actor.session)
  const user = await findUser(db, actor.id)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (!user || !isRight) throw wrongPassword()
  return user
}

/** Compares the locked row with the row whose password was verified, so that of concurrent changes one succeeds. */
export function requireSamePassword(user: UserRow | undefined, verified: UserRow): void {
  if (user?.passwordHash !== verified.passwordHash) throw wrongPassword()
}

function requireAdminLength(password: string): void {
  if (password.length >= ADMIN_PASSWORD_LENGTH) return
  throw new Problem("request.invalid", { fields: { newPassword: "password.too_short_admin" } })
}

function wrongPassword(): Problem {
  return new Problem("request.invalid", { fields: { currentPassword: "password.wrong" } })
}
