import { randomInt } from "node:crypto"
import { RECOVERY_CODES } from "@haitech/contract/admin/factors"
import { hashOf } from "#features/accounts/service/sessions.ts"
import { countRecoveryCodes, replaceRecoveryCodes } from "#features/factors/queries/factors.ts"
import { normalizeRecoveryCode } from "#features/factors/rules.ts"
import type { Tx } from "#platform/db/client.ts"

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const [GROUPS, GROUP_LENGTH] = [4, 4]

export function recoveryCodeHash(code: string): string {
  return hashOf(normalizeRecoveryCode(code))
}

/** Replaces the codes by ten new ones of 80 random bits, like `7K3M-ABCD-0X9Z-Q2RT` (Crockford's base32). */
export async function renewCodes(tx: Tx, userId: string): Promise<string[]> {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length))
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join("")
  const code = () => Array.from({ length: GROUPS }, group).join("-")
  const codes = Array.from({ length: RECOVERY_CODES }, code)
  await replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash))
  return codes
}

export async function createMissingCodes(tx: Tx, userId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? null : renewCodes(tx, userId)
}
