import { and, eq, gt, isNull, lt, lte, sql } from "drizzle-orm"
import {
  MAX_CODE_ATTEMPTS,
  type PasswordResetTokenRow,
  passwordResetTokens,
  type UserRow,
} from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

type Secrets = Pick<PasswordResetTokenRow, "userId" | "tokenHash" | "codeHash" | "expiresAt"> & {
  /** The address that the email goes to. */
  readonly email: string
}

/** Whose email it is: the account and the address that the account has now. */
type Owner = Pick<UserRow, "id" | "email">

/** Stores the user's newest reset email; older ones open nothing any more. */
export async function upsertResetToken(tx: Tx, { userId, ...secrets }: Secrets): Promise<void> {
  const fresh = { ...secrets, codeTries: 0, usedAt: null }
  await tx
    .insert(passwordResetTokens)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: passwordResetTokens.userId, set: fresh })
}

/** Spends the link of an email that went to the owner's present address. Of many who try at once, one succeeds. */
export async function consumeToken(tx: Tx, owner: Owner, tokenHash: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(isOpen(owner.id, now), wentTo(owner), eq(passwordResetTokens.tokenHash, tokenHash)))
    .returning({ id: passwordResetTokens.id })
  return spent.length > 0
}

/** Counts a try at the code of a letter, while there are tries left. @returns the hash of the right one */
export async function countCodeAttempt(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .update(passwordResetTokens)
    .set({ codeTries: sql`${passwordResetTokens.codeTries} + 1` })
    .where(and(isOpen(userId, now), lt(passwordResetTokens.codeTries, MAX_CODE_ATTEMPTS)))
    .returning({ codeHash: passwordResetTokens.codeHash })
  return row?.codeHash
}

/** Spends the code of an email that went to the owner's present address. */
export async function consumeCode(tx: Tx, owner: Owner, codeHash: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(passwordResetTokens)
    .set({ usedAt: now })
    .where(and(isOpen(owner.id, now), wentTo(owner), eq(passwordResetTokens.codeHash, codeHash)))
    .returning({ id: passwordResetTokens.id })
  return spent.length > 0
}

export async function deleteTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
}

export async function deleteExpiredResetTokens(db: Db, now: Date): Promise<void> {
  await db.delete(passwordResetTokens).where(lte(passwordResetTokens.expiresAt, now))
}

function wentTo({ email }: Owner) {
  return eq(sql`lower(${passwordResetTokens.email})`, email.toLowerCase())
}

function isOpen(userId: string, now: Date) {
  return and(
    eq(passwordResetTokens.userId, userId),
    isNull(passwordResetTokens.usedAt),
    gt(passwordResetTokens.expiresAt, now),
  )
}
