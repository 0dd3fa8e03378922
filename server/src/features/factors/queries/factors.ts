import { and, asc, count, eq, gt, isNotNull, lt, lte } from "drizzle-orm"
import {
  factorSetups,
  type PasskeyRow,
  passkeys,
  recoveryCodes,
  type TotpRow,
  totpSecrets,
} from "#features/factors/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"

export async function findTotp(db: Db | Tx, userId: string): Promise<TotpRow | undefined> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId))
  return row
}

export async function upsertTotp(tx: Tx, row: Pick<TotpRow, "userId" | "secret" | "lastStep" | "createdAt">) {
  await tx
    .insert(totpSecrets)
    .values(row)
    .onConflictDoUpdate({ target: totpSecrets.userId, set: { ...row, lastUsedAt: null } })
}

/** Accepts a time step once: of concurrent requests with the same code one succeeds. */
export async function acceptStep(tx: Tx, { userId, secret }: TotpRow, step: number, now: Date): Promise<boolean> {
  const accepted = await tx
    .update(totpSecrets)
    .set({ lastStep: step, lastUsedAt: now })
    .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.secret, secret), lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId })
  return accepted.length > 0
}

export async function deleteTotp(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning()
  return deleted.length > 0
}

export function findPasskeys(db: Db | Tx, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function insertPasskey(tx: Tx, passkey: Omit<PasskeyRow, "id" | "lastUsedAt">): Promise<boolean> {
  const inserted = await tx
    .insert(passkeys)
    .values({ id: createId(), ...passkey })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  return inserted.length > 0
}

export async function recordPasskeyUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, counter)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function findPasskey(tx: Tx, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.select().from(passkeys).where(isOwn(userId, id))
  return row
}

export async function updatePasskeyName(tx: Tx, userId: string, id: string, name: string): Promise<void> {
  await tx.update(passkeys).set({ name }).where(isOwn(userId, id))
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.delete(passkeys).where(isOwn(userId, id)).returning()
  return row
}

function isOwn(userId: string, id: string) {
  return and(eq(passkeys.id, id), eq(passkeys.userId, userId))
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  if (hashes.length > 0) await tx.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.count ?? 0
}

export async function consumeRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export async function upsertSetup(
  db: Db,
  userId: string,
  values: { readonly secret: string } | { readonly challenge: string },
  expiresAt: Date,
): Promise<void> {
  await db
    .insert(factorSetups)
    .values({ userId, ...values, expiresAt })
    .onConflictDoUpdate({ target: factorSetups.userId, set: { ...values, expiresAt } })
}

export async function findSetupSecret(db: Db, userId: string, now: Date): Promise<string | undefined> {
  const [row] = await db
    .select({ secret: factorSetups.secret })
    .from(factorSetups)
    .where(and(isOpenSetup(userId, now), isNotNull(factorSetups.secret)))
  return row?.secret ?? undefined
}

export async function consumeSetupSecret(tx: Tx, userId: string, secret: string): Promise<boolean> {
  const used = await tx
    .update(factorSetups)
    .set({ secret: null })
    .where(and(eq(factorSetups.userId, userId), eq(factorSetups.secret, secret)))
    .returning({ userId: factorSetups.userId })
  return used.length > 0
}

export async function consumeSetupChallenge(db: Db, userId: string, challenge: string, now: Date): Promise<boolean> {
  const used = await db
    .update(factorSetups)
    .set({ challenge: null })
    .where(and(isOpenSetup(userId, now), eq(factorSetups.challenge, challenge)))
    .returning({ userId: factorSetups.userId })
  return used.length > 0
}

export async function deleteExpiredSetups(db: Db, now: Date): Promise<void> {
  await db.delete(factorSetups).where(lte(factorSetups.expiresAt, now))
}

export async function deleteAllFactors(tx: Tx, userId: string): Promise<boolean> {
  const hadApp = await deleteTotp(tx, userId)
  const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  await replaceRecoveryCodes(tx, userId, [])
  await tx.delete(factorSetups).where(eq(factorSetups.userId, userId))
  return hadApp || keys.length > 0
}

function isOpenSetup(userId: string, now: Date) {
  return and(eq(factorSetups.userId, userId), gt(factorSetups.expiresAt, now))
}
