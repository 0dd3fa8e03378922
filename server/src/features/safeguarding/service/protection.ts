import { type AgeGroup, ageGroupOf, firstMinorYear } from "@haitech/contract/safeguarding"
import { requireUserForUpdate } from "#features/accounts/service/account.ts"
import {
  birthYearOf,
  deleteBirthYearOf as deleteYear,
  findValidConsent,
  insertBirthYear,
  minorsWithoutName,
} from "#features/safeguarding/queries/consents.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

export interface MemberAge {
  readonly birthYear: number | undefined
  readonly age: AgeGroup
  /** Of a guardian, valid today; for minors only. */
  readonly hasConsent: boolean
}

/** With `share`, a consent is not revoked before the transaction ends. */
export async function ageOf(db: Db | Tx, userId: string, now: Date, lock?: "share"): Promise<MemberAge> {
  const birthYear = await birthYearOf(db, userId)
  const age = ageGroupOf(birthYear, now)
  const hasConsent = age === "minor" && (await findValidConsent(db, userId, now, lock)) !== undefined
  return { birthYear, age, hasConsent }
}

/** Why a student must not have a session with a tutor; nobody knows it of a guest. A consent is not revoked before the transaction ends. */
export async function sessionRefusal(
  tx: Tx,
  userId: string | null,
  now: Date,
): Promise<"member.too_young" | "consent.missing" | undefined> {
  if (userId === null) return undefined
  const { age, hasConsent } = await ageOf(tx, userId, now, "share")
  if (age === "child") return "member.too_young"
  return age === "minor" && !hasConsent ? "consent.missing" : undefined
}

/** Refuses a session with a tutor to a member who is known to be too young. @throws {Problem} `member.too_young`, `consent.missing` */
export async function requireBookable(tx: Tx, userId: string, now: Date): Promise<void> {
  const refusal = await sessionRefusal(tx, userId, now)
  if (refusal) throw new Problem(refusal)
}

/** Those of the members whose whole names a certificate may not show. */
export function membersWithShortName(db: Db | Tx, userIds: readonly string[], now: Date): Promise<Set<string>> {
  return minorsWithoutName(db, userIds, { now, firstYear: firstMinorYear(now) })
}

/** In a transaction of its own: a refused member cannot try another year. @throws {Problem} `request.invalid` */
export async function storeBirthYear(db: Db, userId: string, birthYear: number, now: Date): Promise<void> {
  if (birthYear > now.getUTCFullYear()) {
    throw new Problem("request.invalid", { fields: { birthYear: "birth_year.invalid" } })
  }
  await db.transaction(async (tx) => {
    await requireUserForUpdate(tx, userId)
    await insertBirthYear(tx, userId, birthYear)
  })
}

export function deleteBirthYearOf(tx: Tx, userId: string): Promise<boolean> {
  return deleteYear(tx, userId)
}
