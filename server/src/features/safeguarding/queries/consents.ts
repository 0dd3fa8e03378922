import { and, desc, eq, gt, gte, inArray, isNotNull, lt, lte, ne, notExists, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { birthYears, type GuardianConsentRow, guardianConsents } from "#features/safeguarding/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function birthYearOf(db: Db | Tx, userId: string): Promise<number | undefined> {
  const [row] = await db.select({ year: birthYears.birthYear }).from(birthYears).where(eq(birthYears.userId, userId))
  return row?.year
}

/** The first year that a member gives stays. */
export async function insertBirthYear(tx: Tx, userId: string, birthYear: number): Promise<void> {
  await tx.insert(birthYears).values({ userId, birthYear }).onConflictDoNothing()
}

export async function deleteBirthYearOf(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.delete(birthYears).where(eq(birthYears.userId, userId)).returning({ id: birthYears.userId })
  return rows.length > 0
}

/** With `share`, a revocation waits for the end of the transaction. */
export async function findValidConsent(
  db: Db | Tx,
  userId: string,
  now: Date,
  lock?: "share",
): Promise<GuardianConsentRow | undefined> {
  const query = db
    .select()
    .from(guardianConsents)
    .where(and(isIn(userId, "given"), gt(guardianConsents.validUntil, now)))
  const [row] = await (lock ? query.for(lock) : query)
  return row
}

interface MinorsAt {
  readonly now: Date
  readonly firstYear: number
}

/** Those of the members who are minors, and whose guardians do not allow the whole name on certificates. */
export async function minorsWithoutName(db: Db | Tx, userIds: readonly string[], { now, firstYear }: MinorsAt) {
  const allowed = db
    .select({ id: guardianConsents.id })
    .from(guardianConsents)
    .where(
      and(
        eq(guardianConsents.userId, birthYears.userId),
        eq(guardianConsents.state, "given"),
        guardianConsents.allowsCertificates,
        gt(guardianConsents.validUntil, now),
      ),
    )
  const rows = await db
    .select({ userId: birthYears.userId })
    .from(birthYears)
    .where(and(inArray(birthYears.userId, [...userIds]), gte(birthYears.birthYear, firstYear), notExists(allowed)))
  return new Set(rows.map(({ userId }) => userId))
}

export async function findNewestRequest(db: Db | Tx, userId: string): Promise<GuardianConsentRow | undefined> {
  const [row] = await db
    .select()
    .from(guardianConsents)
    .where(and(eq(guardianConsents.userId, userId), ne(guardianConsents.state, "given")))
    .orderBy(desc(guardianConsents.requestedAt), desc(guardianConsents.id))
    .limit(1)
  return row
}

const MAX_CONSENTS = 50

export function consentsOf(db: Db, userId: string): Promise<GuardianConsentRow[]> {
  return db
    .select()
    .from(guardianConsents)
    .where(eq(guardianConsents.userId, userId))
    .orderBy(desc(guardianConsents.requestedAt), desc(guardianConsents.id))
    .limit(MAX_CONSENTS)
}

export async function findConsent(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ consent: guardianConsents, firstName: users.firstName, accountEmail: users.email })
    .from(guardianConsents)
    .innerJoin(users, eq(users.id, guardianConsents.userId))
    .where(eq(guardianConsents.id, id))
  return row
}

export async function lockConsent(tx: Tx, id: string): Promise<GuardianConsentRow | undefined> {
  const [row] = await tx.select().from(guardianConsents).where(eq(guardianConsents.id, id)).for("update")
  return row
}

type NewConsent = Pick<GuardianConsentRow, "userId" | "guardianName" | "guardianEmail" | "language" | "expiresAt"> &
  Pick<GuardianConsentRow, "isRenewal" | "requestedAt">

/** @returns undefined while another request is open */
export async function insertConsent(tx: Tx, consent: NewConsent): Promise<GuardianConsentRow | undefined> {
  const [row] = await tx.insert(guardianConsents).values(consent).onConflictDoNothing().returning()
  return row
}

type Change = Partial<Omit<GuardianConsentRow, "id" | "userId">>

export async function updateConsent(tx: Tx, id: string, change: Change): Promise<GuardianConsentRow> {
  const [row] = await tx.update(guardianConsents).set(change).where(eq(guardianConsents.id, id)).returning()
  return row as GuardianConsentRow
}

/** Ends the member's consent or request that is in this state. */
export async function endConsentOf(tx: Tx, userId: string, { from, to, at, guardianEmail }: ConsentEnd): Promise<void> {
  const byGuardian = guardianEmail === undefined ? undefined : eq(guardianConsents.guardianEmail, guardianEmail)
  await tx
    .update(guardianConsents)
    .set({ state: to, endedAt: at })
    .where(and(isIn(userId, from), byGuardian))
}

interface ConsentEnd {
  readonly from: "requested" | "given"
  readonly to: GuardianConsentRow["state"]
  readonly at: Date
  /** Only what this guardian gave. */
  readonly guardianEmail?: string
}

/** Ends what is over: unanswered requests, and consents after their last day. */
export async function endOverdue(db: Db, now: Date): Promise<void> {
  const { state, expiresAt, validUntil } = guardianConsents
  await db
    .update(guardianConsents)
    .set({ state: "expired", endedAt: now })
    .where(and(eq(state, "requested"), lte(expiresAt, now)))
  await db
    .update(guardianConsents)
    .set({ state: "lapsed", endedAt: sql`${validUntil}` })
    .where(and(eq(state, "given"), lte(validUntil, now)))
}

/** Consents that end before `until` and have not been offered for renewal since they were given, with the birth year. */
export function consentsEndingBefore(db: Db, { now, until }: { readonly now: Date; readonly until: Date }) {
  const later = sql`exists (select from ${guardianConsents} later
    where later.user_id = ${guardianConsents.userId} and later.requested_at > ${guardianConsents.decidedAt})`
  return db
    .select({ consent: guardianConsents, birthYear: birthYears.birthYear })
    .from(guardianConsents)
    .leftJoin(birthYears, eq(birthYears.userId, guardianConsents.userId))
    .where(
      and(
        eq(guardianConsents.state, "given"),
        gt(guardianConsents.validUntil, now),
        lte(guardianConsents.validUntil, until),
        sql`not ${later}`,
      ),
    )
    .limit(500)
}

export async function deleteConsentsEndedBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(guardianConsents)
    .where(and(isNotNull(guardianConsents.endedAt), lt(guardianConsents.endedAt, before)))
}

function isIn(userId: string, ...states: GuardianConsentRow["state"][]) {
  return and(eq(guardianConsents.userId, userId), inArray(guardianConsents.state, states))
}
