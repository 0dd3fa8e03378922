import type { ApplicationId } from "@haitech/contract/ids"
import { OPEN_STATUSES } from "@haitech/contract/volunteers"
import { and, desc, eq, inArray, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type VolunteerApplicationRow, volunteerApplications } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type NewApplication = typeof volunteerApplications.$inferInsert

/** Has the fewest people to look after and becomes the owner of the next application. Locked before the applicant's account, as everywhere. */
export async function lockLeastBusyAdmin(tx: Tx): Promise<string | null> {
  const [admin] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(users.isAdmin, users.approved))
    .orderBy(
      sql`(select count(*) from ${volunteerApplications} where ${volunteerApplications.assignedAdmin} = ${users.id}
        and ${volunteerApplications.status} not in ('alumni', 'declined'))`,
      users.id,
    )
    .limit(1)
    .for("key share")
  return admin?.id ?? null
}

/** Before an application is inserted for the account, as the opposite order can deadlock. */
export async function lockApplicant(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("key share")
}

/** @returns undefined if an application with this digest is already stored */
export async function insertApplication(
  tx: Tx,
  application: NewApplication,
): Promise<VolunteerApplicationRow | undefined> {
  const [row] = await tx
    .insert(volunteerApplications)
    .values(application)
    .onConflictDoNothing({ target: volunteerApplications.digest })
    .returning()
  return row
}

export async function findByDigest(
  db: Db,
  userId: string | null,
  digest: string,
): Promise<VolunteerApplicationRow | undefined> {
  if (!userId) return undefined
  const [row] = await db
    .select()
    .from(volunteerApplications)
    .where(and(eq(volunteerApplications.digest, digest), eq(volunteerApplications.userId, userId)))
  return row
}

export async function findApplication(db: Db, id: ApplicationId): Promise<VolunteerApplicationRow | undefined> {
  const [row] = await db.select().from(volunteerApplications).where(eq(volunteerApplications.id, id))
  return row
}

export async function lockApplication(tx: Tx, id: ApplicationId): Promise<VolunteerApplicationRow | undefined> {
  const [row] = await tx.select().from(volunteerApplications).where(eq(volunteerApplications.id, id)).for("update")
  return row
}

export function applicationsOf(db: Db, userId: string): Promise<VolunteerApplicationRow[]> {
  return db
    .select()
    .from(volunteerApplications)
    .where(isOwn(db, userId))
    .orderBy(desc(volunteerApplications.createdAt), desc(volunteerApplications.id))
    .limit(OWN_APPLICATIONS)
}

const OWN_APPLICATIONS = 20

export async function lockOwn(tx: Tx, userId: string, id: ApplicationId): Promise<VolunteerApplicationRow | undefined> {
  const [row] = await tx
    .select()
    .from(volunteerApplications)
    .where(and(eq(volunteerApplications.id, id), isOwn(tx, userId)))
    .for("update")
  return row
}

/** The member's own, and one without an account from the member's verified address: anybody can type an address. */
function isOwn(db: Db | Tx, userId: string) {
  const verifiedEmail = db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const asGuest = and(
    isNull(volunteerApplications.userId),
    eq(sql`lower(${volunteerApplications.email})`, verifiedEmail),
  )
  return or(eq(volunteerApplications.userId, userId), asGuest)
}

/** The account of an application; without one, the open account that its next change gives it, by the same rule as `isOwn`. */
export async function applicantOf(
  db: Db | Tx,
  { id, userId, email, role }: Pick<VolunteerApplicationRow, "id" | "userId" | "email" | "role">,
): Promise<string | null> {
  if (userId) return userId
  const other = volunteerApplications
  const hasSameRole = and(eq(other.role, role), inArray(other.status, OPEN_STATUSES), ne(other.id, id))
  const otherOpen = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.userId, users.id), hasSameRole))
  const hasEmail = and(eq(sql`lower(${users.email})`, sql`lower(${email})`), isNotNull(users.emailVerifiedAt))
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(hasEmail, users.approved, notExists(otherOpen)))
  return account?.id ?? null
}

export async function setApplicant(tx: Tx, id: ApplicationId, userId: string): Promise<void> {
  await tx
    .update(volunteerApplications)
    .set({ userId })
    .where(and(eq(volunteerApplications.id, id), isNull(volunteerApplications.userId)))
}

export async function deleteApplication(tx: Tx, id: ApplicationId): Promise<void> {
  await tx.delete(volunteerApplications).where(eq(volunteerApplications.id, id))
}

export async function deleteApplicationsOf(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
): Promise<void> {
  const isOfAddress = email
    ? and(isNull(volunteerApplications.userId), eq(sql`lower(${volunteerApplications.email})`, email.toLowerCase()))
    : undefined
  await tx.delete(volunteerApplications).where(or(eq(volunteerApplications.userId, userId), isOfAddress))
}
