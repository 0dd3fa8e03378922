import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm"
import {
  MAX_CODE_ATTEMPTS,
  type PasswordResetTokenRow,
  passwordResetTokens,
  type UserRow,
} from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

type NewResetToken = Pick<PasswordResetTokenRow, "userId" | "tokenHash" | "codeHash" | "expiresAt"> & {
  readonly email: string
}

type TokenOwner = Pick<UserRow, "id" | "email">

export async function upsertResetToken(tx: Tx, { userId, ...secrets }: NewResetToken): Promise<void> {
  const fresh = { ...secrets, codeTries: 0, usedAt: null }
  await tx
    .insert(passwordResetTokens)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: passwordResetTokens.userId, set: fresh })
}

/** Uses up a token that was sent to the owner's current address. Of concurrent requests one succeeds. */
export async function consumeToken(tx: Tx, owner: TokenOwner, tokenHash: string, now: Date): Promise<boolean> {
  const consumed = await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(isUsable(owner.id, now), isSentTo(owner), eq(passwordResetTokens.tokenHash, tokenHash)))
    .returning({ id: passwordResetTokens.id })
  return consumed.length > 0
}

/** Counts an attempt at a reset code. @returns the hash of the right code; undefined when no attempts are left */
export async function countCodeAttempt(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .update(passwordResetTokens)
    .set({ codeTries: sql`${passwordResetTokens.codeTries} + 1` })
    .where(and(isUsable(userId, now), lt(passwordResetTokens.codeTries, MAX_CODE_ATTEMPTS)))
    .returning({ codeHash: passwordResetTokens.codeHash })
  return row?.codeHash
}

export async function consumeCode(tx: Tx, owner: TokenOwner, codeHash: string, now: Date): Promise<boolean> {
  const consumed = await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(isUsable(owner.id, now), isSentTo(owner), eq(passwordResetTokens.codeHash, codeHash)))
    .returning({ id: passwordResetTokens.id })
  return consumed.length > 0
}

export async function deleteTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
}

export async function deleteExpiredResetTokens(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResetTokens).where(lte(passwordResetTokens.expiresAt, now))
}

function isSentTo({ email }: TokenOwner) {
  return eq(sql`lower(${passwordResetTokens.email})`, email.toLowerCase())
}

function isUsable(userId: string, now: Date) {
  return and(
    eq(passwordResetTokens.userId, userId),
    isNull(passwordResetTokens.usedAt),
    gt(passwordResetTokens.expiresAt, now),
  )
}
