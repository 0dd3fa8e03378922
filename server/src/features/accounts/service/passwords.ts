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
import { hashOf, revokeSessions, type SignIn } from "./sessions.ts"

/** So many letters does one account get, however often somebody asks (security RL-05). */
const EMAIL_LIMIT = { name: "forgot.account", limit: 3, windowSeconds: 3600 }
/** So often may the codes of one account be tried, beside the tries that each letter has. */
const CODE_LIMIT = { name: "reset.account", limit: 15, windowSeconds: 3600 }
/** Tries at the current password of somebody who is signed in. What strangers try at the login does not count here. */
const SESSION_LIMIT = { name: "password.session", limit: 10, windowSeconds: 900 }

type Browser = Pick<SignIn["browser"], "device">

/** Whose password may be set this way: an administrator's may be shorter than anybody's else (§9). */
type UserPredicate = (user: UserRow) => boolean
const anyUser: UserPredicate = () => true

interface Ended {
  readonly sessionsEnded: number
}

/** Asks for the letter with which a forgotten password is set anew. Says nothing of whether there is such an account. */
export function requestPasswordReset({ db }: Deps, usernameOrEmail: string): Promise<void> {
  return sendResetEmail(db, usernameOrEmail)
}

/** What a letter about a forgotten password says. */
export interface ResetEmail {
  readonly user: UserRow
  readonly token: string
  readonly code: string
}

/**
 * Makes the secrets of a reset email; those of earlier emails are void from now on. They follow from the email's `key`
 * and its address, so that an email that is sent twice says the same twice, and one that is sent to another address says
 * something else. The user's row is locked, so that the address cannot change between reading it and storing the token.
 * @returns nothing when nobody has this name, or has had enough emails for now
 */
export async function prepareReset(
  { db, limiter, now, keyedHash }: Pick<Deps, "db" | "limiter" | "now" | "keyedHash">,
  usernameOrEmail: string,
  { key, attempt }: { readonly key: string; readonly attempt: number },
  isEligible: UserPredicate = anyUser,
): Promise<ResetEmail | undefined> {
  const named = await findUserByLogin(db, usernameOrEmail)
  if (!named?.approved || !isEligible(named)) return undefined
  try {
    if (attempt === 1) await limiter.take(EMAIL_LIMIT, named.id)
  } catch (error) {
    if (error instanceof Problem && error.code === "rate.limited") return undefined
    throw error
  }
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, named.id)
    if (!user?.approved || !isEligible(user)) return undefined
    const { email } = user
    const token = keyedHash("reset token", `${key} ${email}`)
    const code = String(Number.parseInt(keyedHash("reset code", `${key} ${email}`).slice(0, 12), 16) % 1_000_000)
    const mail = { user, token, code: code.padStart(6, "0") }
    await upsertResetToken(tx, {
      userId: user.id,
      email,
      tokenHash: hashOf(token),
      codeHash: keyedHash("reset code of", `${user.id} ${mail.code}`),
      expiresAt: resetExpiryOf(now()),
    })
    return mail
  })
}

/**
 * Sets a forgotten password by the link of a letter, and ends every session of the user.
 * @throws {Problem} `reset.expired`, `server.busy`
 */
export async function resetByToken(
  deps: Deps,
  asked: { readonly userId: string; readonly token: string; readonly newPassword: string },
  browser: Browser,
  isEligible: UserPredicate = anyUser,
): Promise<Ended> {
  return reset(
    deps,
    { ...asked, browser },
    (tx, user) => consumeToken(tx, user, hashOf(asked.token), deps.now()),
    isEligible,
  )
}

/**
 * The same by the code of a letter. Every try counts before it is looked at; who finds no room has not tried.
 * @throws {Problem} `reset.expired`, `rate.limited`, `server.busy`
 */
export async function resetByCode(
  deps: Deps,
  asked: { readonly usernameOrEmail: string; readonly code: string; readonly newPassword: string },
  browser: Browser,
): Promise<Ended> {
  const { db, limiter, now, passwords, keyedHash } = deps
  await passwords.expectCapacity()
  const user = await findUserByLogin(db, asked.usernameOrEmail)
  await limiter.take(CODE_LIMIT, user?.id ?? asked.usernameOrEmail)
  const right = user && (await countCodeAttempt(db, user.id, now()))
  const given = keyedHash("reset code of", `${user?.id} ${asked.code}`)
  if (!right || !isSameSecret(given, right)) throw new Problem("reset.expired")
  const { newPassword } = asked
  return reset(
    deps,
    { userId: user.id, newPassword, browser },
    (tx, owner) => consumeCode(tx, owner, given, now()),
    anyUser,
  )
}

async function reset(
  { db, now, passwords }: Deps,
  {
    userId,
    newPassword,
    browser,
  }: { readonly userId: string; readonly newPassword: string; readonly browser: Browser },
  spend: (tx: Tx, user: UserRow) => Promise<boolean>,
  isEligible: UserPredicate,
): Promise<Ended> {
  const passwordHash = await passwords.hash(newPassword)
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, userId)
    if (!user?.approved || !isEligible(user) || !(await spend(tx, user))) throw new Problem("reset.expired")
    // Whoever read the letter showed that the mailbox is theirs. Whose Google account came in before that, nobody knows.
    const isStrangers = user.emailVerifiedAt === null
    const unlinked = isStrangers && ({ googleId: null, loginProvider: "haitech" } as const)
    await updateUser(tx, userId, { passwordHash, emailVerifiedAt: now(), ...unlinked })
    if (user.isAdmin) await record(tx, { actor: user, action: "admin.password_reset", subjectId: userId })
    await sendPasswordChangedEmail(tx, user)
    // The owner signs in next, from here: strangers' tries must not stand in the way.
    await recordDevice(tx, userId, hashOf(browser.device.secret), now())
    return { sessionsEnded: await revokeSessions(tx, userId) }
  })
}

/**
 * Sets another password and ends the member's other sessions. Who is an administrator has one of the office's length,
 * and it is written down, whichever page it is set on.
 * @throws {Problem} `request.invalid` when it is not the current password, or the new one is too short for an
 *   administrator; `rate.limited`, `server.busy`
 */
export async function changePassword(
  deps: Deps,
  actor: Member,
  asked: { readonly currentPassword: string; readonly newPassword: string },
): Promise<Ended> {
  const { db, passwords } = deps
  const known = await verifyPassword(deps, actor, asked.currentPassword)
  const passwordHash = await passwords.hash(asked.newPassword)
  return db.transaction(async (tx) => {
    const before = await findUserForUpdate(tx, actor.id)
    requireSamePassword(before, known)
    if (before?.isAdmin) {
      expectAdminLength(asked.newPassword)
      await record(tx, { actor, action: "admin.password_changed", subjectId: actor.id })
    }
    await updateUser(tx, actor.id, { passwordHash })
    await sendPasswordChangedEmail(tx, known)
    return { sessionsEnded: await revokeSessions(tx, actor.id, actor.session) }
  })
}

/**
 * Lets a member go on who knows the account's password.
 * @throws {Problem} `request.invalid` on the field `currentPassword`; `rate.limited`, `server.busy`
 */
export async function verifyPassword(
  { db, limiter, passwords }: Pick<Deps, "db" | "limiter" | "passwords">,
  actor: Member,
  password: string,
): Promise<UserRow> {
  // Who finds no room has not tried: it costs none of the account's tries.
  await passwords.expectCapacity()
  await limiter.take(SESSION_LIMIT, actor.session)
  const user = await findUser(db, actor.id)
  const isRight = await passwords.matches(user?.passwordHash ?? null, password)
  if (!user || !isRight) throw wrongPassword()
  return user
}

/**
 * Asked of the locked row: of two who knew the old password, the second no longer does once the first has changed it.
 * @throws {Problem} `request.invalid` on the field `currentPassword`
 */
export function requireSamePassword(user: UserRow | undefined, proven: UserRow): void {
  if (user?.passwordHash !== proven.passwordHash) throw wrongPassword()
}

function expectAdminLength(password: string): void {
  if (password.length >= ADMIN_PASSWORD_LENGTH) return
  throw new Problem("request.invalid", { fields: { newPassword: "password.too_short_admin" } })
}

function wrongPassword(): Problem {
  return new Problem("request.invalid", { fields: { currentPassword: "password.wrong" } })
}
