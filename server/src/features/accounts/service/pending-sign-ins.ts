import { randomBytes } from "node:crypto"
import type { Deps } from "#deps.ts"
import type { FactorKinds } from "#features/accounts/queries/factors.ts"
import {
  deletePendingSignIn,
  findPendingUser,
  insertPendingSignIn,
  setChallenge,
  takeChallenge,
} from "#features/accounts/queries/pending-sign-ins.ts"
import { findUserForUpdate } from "#features/accounts/queries/users.ts"
import { pendingExpiryOf } from "#features/accounts/rules.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { hashOf, type SignIn, type StartedSession, startSession } from "./sessions.ts"

/** A right password of an account with a second factor. It is no session: it opens nothing but the second step. */
export interface PendingSignIn {
  readonly user: UserRow
  readonly factors: FactorKinds
  readonly pendingSecret: string
  readonly expiresAt: Date
}

export async function beginPendingSignIn(
  tx: Tx,
  user: UserRow,
  factors: FactorKinds,
  now: Date,
): Promise<PendingSignIn> {
  const pendingSecret = randomBytes(32).toString("base64url")
  const expiresAt = pendingExpiryOf(now)
  await insertPendingSignIn(tx, { sid: hashOf(pendingSecret), userId: user.id, expiresAt })
  return { user, factors, pendingSecret, expiresAt }
}

/** The user whose password was right. @throws {Problem} `factor.expired` */
export async function requirePendingUser({ db, now }: Deps, pendingSecret: string | undefined): Promise<UserRow> {
  const user = pendingSecret ? await findPendingUser(db, hashOf(pendingSecret), now()) : undefined
  if (!user) throw new Problem("factor.expired")
  return user
}

export async function storeChallenge({ db }: Deps, pendingSecret: string, challenge: string): Promise<void> {
  await setChallenge(db, hashOf(pendingSecret), challenge)
}

export function consumeChallenge({ db, now }: Deps, pendingSecret: string, challenge: string): Promise<boolean> {
  return takeChallenge(db, hashOf(pendingSecret), challenge, now())
}

/**
 * Starts the session with admin rights once `accept` has used up the second factor, in one transaction.
 * @throws {Problem} `factor.expired`, and what `accept` throws
 */
export async function completeSignIn(
  { db, now }: Deps,
  { userId, pendingSecret, browser }: Pick<SignIn, "browser"> & Record<"userId" | "pendingSecret", string>,
  accept: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<StartedSession> {
  return db.transaction(async (tx) => {
    const user = await findUserForUpdate(tx, userId)
    const isPending = await deletePendingSignIn(tx, hashOf(pendingSecret), now())
    if (!user?.approved || !user.isAdmin || !isPending) throw new Problem("factor.expired")
    await accept(tx, user)
    await record(tx, { actor: user, action: "admin.signed_in", subjectId: user.id })
    return startSession(tx, { user, provider: "haitech", browser, kind: "admin" }, now())
  })
}
