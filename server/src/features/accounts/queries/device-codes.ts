import { and, eq, gt, lt, lte, sql } from "drizzle-orm"
import { type DeviceCodeRow, deviceCodes, MAX_CODE_ATTEMPTS } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function upsertDeviceCode(
  tx: Tx,
  { userId, ...code }: Pick<DeviceCodeRow, "userId" | "sid" | "codeHash" | "createdAt" | "expiresAt">,
): Promise<void> {
  const fresh = { ...code, codeTries: 0 }
  await tx
    .insert(deviceCodes)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: deviceCodes.userId, set: fresh })
}

/** Counts an attempt. @returns the hash of the right code; undefined without a code, or when no attempts are left */
export async function countDeviceCodeAttempt(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .update(deviceCodes)
    .set({ codeTries: sql`${deviceCodes.codeTries} + 1` })
    .where(and(isUsable(userId, now), lt(deviceCodes.codeTries, MAX_CODE_ATTEMPTS)))
    .returning({ codeHash: deviceCodes.codeHash })
  return row?.codeHash
}

/** Uses the code up: of concurrent requests one succeeds. @returns the session that it is of */
export async function takeDeviceCode(tx: Tx, userId: string, codeHash: string, now: Date): Promise<string | undefined> {
  const [row] = await tx
    .delete(deviceCodes)
    .where(and(isUsable(userId, now), eq(deviceCodes.codeHash, codeHash)))
    .returning({ sid: deviceCodes.sid })
  return row?.sid
}

export async function deleteDeviceCodeOf(db: Db | Tx, userId: string): Promise<void> {
  await db.delete(deviceCodes).where(eq(deviceCodes.userId, userId))
}

export async function deleteExpiredDeviceCodes(db: Db, now: Date): Promise<void> {
  await db.delete(deviceCodes).where(lte(deviceCodes.expiresAt, now))
}

function isUsable(userId: string, now: Date) {
  return and(eq(deviceCodes.userId, userId), gt(deviceCodes.expiresAt, now))
}
