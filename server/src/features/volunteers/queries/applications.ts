import type { ApplicationId } from "@haitech/contract/ids"
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type VolunteerApplicationRow, volunteerApplications } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type NewApplication = typeof volunteerApplications.$inferInsert

/**
 * The administrator with the fewest people to look after, who becomes the owner of the next application. Locked before the
 * applicant's account, as everywhere.
 */
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

/** Only one that belongs to no account yet. */
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
