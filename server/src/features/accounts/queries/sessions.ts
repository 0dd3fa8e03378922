import { and, desc, eq, gt, lte, ne, sql } from "drizzle-orm"
import {
  knownDevices,
  type SessionData,
  type SessionRow,
  sessions,
  type UserRow,
  users,
} from "#features/accounts/table.ts"
import { batched } from "#platform/db/batched.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"

export const SESSIONS_CHANNEL = "sessions"

export async function insertSession(tx: Tx, session: SessionRow): Promise<void> {
  await tx.insert(sessions).values(session)
}

export interface OpenSession {
  readonly user: UserRow
  readonly session: SessionRow
}

export async function findOpenSession(db: Db, sid: string, now: Date): Promise<OpenSession | undefined> {
  const found = await readSession(db, sid)
  return found && found.session.expire > now ? found : undefined
}

const readSession = batched(async (db, sids: readonly string[]) => {
  const rows = await openSessionsQuery(db).execute({ sids })
  return new Map(rows.map((row) => [row.session.sid, row]))
})

const openSessionsQuery = prepared((db) =>
  db
    .select({ user: users, session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sql`(${sessions.sess} ->> 'userId')::uuid`))
    .where(and(sql`${sessions.sid} = any(${sql.placeholder("sids")})`, eq(users.approved, true)))
    .prepare("sessions_of_users"),
)

export async function findSession(tx: Tx, sid: string): Promise<SessionData | undefined> {
  const [row] = await tx.select({ sess: sessions.sess }).from(sessions).where(eq(sessions.sid, sid))
  return row?.sess
}

export async function findSessions(
  db: Db,
  userId: string,
  kind: SessionData["kind"] | "both",
  now: Date,
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(
        belongsTo(userId),
        kind === "both" ? undefined : eq(sql`${sessions.sess} ->> 'kind'`, kind),
        gt(sessions.expire, now),
      ),
    )
    .orderBy(desc(sql`${sessions.sess} ->> 'beganAt'`))
}

export async function extendSession(db: Db, sid: string, expire: Date, usedAt: Date): Promise<void> {
  const sess = sql`${sessions.sess} || jsonb_build_object('usedAt', ${usedAt.toISOString()}::text)`
  await db.update(sessions).set({ expire, sess }).where(eq(sessions.sid, sid))
}

export async function setConfirmed(db: Db, sid: string, at: Date): Promise<void> {
  const sess = sql`${sessions.sess} || jsonb_build_object('confirmedAt', ${at.toISOString()}::text)`
  await db.update(sessions).set({ sess }).where(eq(sessions.sid, sid))
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expire, now))
}

/** @returns the owner's id, if the session existed and belonged to `ownerId` where that is given */
export async function deleteSession(tx: Tx, sid: string, ownerId?: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.sid, sid), ownerId === undefined ? undefined : belongsTo(ownerId)))
    .returning({ sess: sessions.sess })
  return row?.sess.userId
}

export async function deleteSessionsOf(tx: Tx, userId: string, exceptSid?: string): Promise<number> {
  const deleted = await tx
    .delete(sessions)
    .where(and(belongsTo(userId), exceptSid === undefined ? undefined : ne(sessions.sid, exceptSid)))
    .returning({ sid: sessions.sid })
  return deleted.length
}

export async function publishSessionsEnded(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${userId})`)
}

function belongsTo(userId: string) {
  return eq(sql`${sessions.sess} ->> 'userId'`, userId)
}

/** @returns true when the device is new and the user has signed in from another one before */
export async function recordDevice(tx: Tx, userId: string, deviceHash: string, at: Date): Promise<boolean> {
  const ofUser = eq(knownDevices.userId, userId)
  const [existing] = await tx
    .update(knownDevices)
    .set({ lastSeenAt: at })
    .where(and(ofUser, eq(knownDevices.deviceHash, deviceHash)))
    .returning({ userId: knownDevices.userId })
  if (existing) return false
  const [another] = await tx.select({ userId: knownDevices.userId }).from(knownDevices).where(ofUser).limit(1)
  await tx.insert(knownDevices).values({ userId, deviceHash, lastSeenAt: at }).onConflictDoNothing()
  return another !== undefined
}

export async function isKnownDevice(db: Db, userId: string, deviceHash: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
    .prepare("known_device")
    .execute()
  return row !== undefined
}

export async function deleteDevicesUnseenSince(db: Db, at: Date): Promise<void> {
  await db.delete(knownDevices).where(lte(knownDevices.lastSeenAt, at))
}
