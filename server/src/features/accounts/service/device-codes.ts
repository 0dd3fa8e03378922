import { randomInt } from "node:crypto"
import type { Deps } from "#deps.ts"
import {
  countDeviceCodeAttempt,
  deleteDeviceCodeOf,
  takeDeviceCode,
  upsertDeviceCode,
} from "#features/accounts/queries/device-codes.ts"
import { findSession } from "#features/accounts/queries/sessions.ts"
import { findUserByLogin, findUserForUpdate } from "#features/accounts/queries/users.ts"
import { deviceCodeExpiryOf } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import type { Member } from "#platform/actor.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { hasFactor } from "./factor-requirement.ts"
import { type SignIn, type StartedSession, startSession } from "./sessions.ts"

const MAKE_LIMIT = { name: "device_code.made", limit: 10, windowSeconds: 3600 }
const ACCOUNT_LIMIT = { name: "device_code.account", limit: 15, windowSeconds: 3600 }
/** Attempts at the codes of all accounts: a guesser who spreads over many accounts gains nothing. Passwords still work. */
const ALL_LIMIT = { name: "device_code.all", limit: 300, windowSeconds: 3600 }
const NO_USER = "00000000-0000-0000-0000-000000000000"

export interface DeviceCode {
  readonly code: string
  readonly device: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Rights of an administrator never move. Nor does a session that began with a code: sessions that begin each other would
 * outlive the day after which a person proves again who they are.
 * @throws {Problem} `device_code.admin`, `device_code.moved`, `session.missing`, `rate.limited`
 */
export async function createCode({ db, limiter, now, keyedHash }: Deps, actor: Member): Promise<DeviceCode> {
  await limiter.take(MAKE_LIMIT, actor.id)
  const code = String(randomInt(1_000_000)).padStart(6, "0")
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, actor.id)
    const session = await findSession(tx, actor.session)
    if (!user || !session) throw new Problem("session.missing")
    if (!(await mayMove(tx, user)) || session.kind !== "member") throw new Problem("device_code.admin")
    if (session.movedFrom !== undefined) throw new Problem("device_code.moved")
    const createdAt = now()
    const expiresAt = deviceCodeExpiryOf(createdAt)
    const codeHash = keyedHash("device code of", `${user.id} ${code}`)
    await upsertDeviceCode(tx, { userId: user.id, sid: actor.session, codeHash, createdAt, expiresAt })
    return { code, createdAt, expiresAt, device: session.device }
  })
}

export function deleteCode({ db }: Deps, actor: Member): Promise<void> {
  return deleteDeviceCodeOf(db, actor.id)
}

/**
 * Counts an attempt before it compares the code, and costs an unknown user the same statements.
 * @throws {Problem} `device_code.expired`, `rate.limited`
 */
export async function signInByCode(
  { db, limiter, now, keyedHash }: Deps,
  { usernameOrEmail, code }: { readonly usernameOrEmail: string; readonly code: string },
  browser: SignIn["browser"],
): Promise<StartedSession> {
  const match = await findUserByLogin(db, usernameOrEmail)
  await limiter.take(ACCOUNT_LIMIT, match?.id ?? usernameOrEmail)
  await limiter.take(ALL_LIMIT, "all")
  const storedHash = await countDeviceCodeAttempt(db, match?.id ?? NO_USER, now())
  const codeHash = keyedHash("device code of", `${match?.id} ${code}`)
  if (!match || !storedHash || !isSameSecret(codeHash, storedHash)) throw new Problem("device_code.expired")
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, match.id)
    const sid = await takeDeviceCode(tx, match.id, codeHash, now())
    const session = sid ? await findSession(tx, sid) : undefined
    if (!user?.approved || !session || !(await mayMove(tx, user))) throw new Problem("device_code.expired")
    return startSession(tx, { user, provider: "haitech", browser, movedFrom: session.device }, now())
  })
}

const mayMove = async (tx: Tx, user: UserRow) => !user.isAdmin && !(await hasFactor(tx, user.id))
