import { and, eq, gt, lte } from "drizzle-orm"
import { type PendingSignInRow, pendingSignIns, type UserRow, users } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function insertPendingSignIn(
  tx: Tx,
  row: Pick<PendingSignInRow, "sid" | "userId" | "expiresAt">,
): Promise<void> {
  await tx.insert(pendingSignIns).values(row)
}

export async function findPendingUser(db: Db, sid: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(and(isOpen(sid, now), eq(users.approved, true), eq(users.isAdmin, true)))
  return row?.user
}

export async function setChallenge(db: Db, sid: string, challenge: string): Promise<void> {
  await db.update(pendingSignIns).set({ challenge }).where(eq(pendingSignIns.sid, sid))
}

/** Takes the challenge, which works once. Of concurrent requests with it one succeeds. */
export async function takeChallenge(db: Db, sid: string, challenge: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(pendingSignIns)
    .set({ challenge: null })
    .where(and(isOpen(sid, now), eq(pendingSignIns.challenge, challenge)))
    .returning({ sid: pendingSignIns.sid })
  return taken.length > 0
}

export async function deletePendingSignIn(tx: Tx, sid: string, now: Date): Promise<boolean> {
  const deleted = await tx.delete(pendingSignIns).where(isOpen(sid, now)).returning({ sid: pendingSignIns.sid })
  return deleted.length > 0
}

export async function deletePendingSignInsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
}

export async function deleteExpiredPendingSignIns(db: Db, now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now))
}

function isOpen(sid: string, now: Date) {
  return and(eq(pendingSignIns.sid, sid), gt(pendingSignIns.expiresAt, now))
}
