import type { NotificationDeviceId } from "@haitech/contract/ids"
import { NOTIFICATION_KINDS, type NotificationKind } from "@haitech/contract/notifications"
import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import { sessions, users } from "#features/accounts/table.ts"
import { notificationChoices, type PushSubscriptionRow, pushSubscriptions } from "#features/notifications/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export async function devicesOf(db: Db, userId: string) {
  return db
    .select({
      id: pushSubscriptions.id,
      sid: pushSubscriptions.sid,
      name: sql<string>`${sessions.sess} ->> 'device'`,
      createdAt: pushSubscriptions.createdAt,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.sid, pushSubscriptions.sid))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
}

export async function findKinds(db: Db, userId: string): Promise<readonly NotificationKind[]> {
  const [row] = await db.select().from(notificationChoices).where(eq(notificationChoices.userId, userId))
  return row?.kinds ?? NOTIFICATION_KINDS
}

export async function upsertKinds(db: Db, userId: string, kinds: NotificationKind[]): Promise<void> {
  await db
    .insert(notificationChoices)
    .values({ userId, kinds })
    .onConflictDoUpdate({ target: notificationChoices.userId, set: { kinds } })
}

/** In the order in which a sign-out locks: the session, then its device. */
export async function lockSession(tx: Tx, sid: string): Promise<boolean> {
  const rows = await tx.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sid)).for("key share")
  return rows.length > 0
}

type NewSubscription = Omit<PushSubscriptionRow, "id" | "createdAt">

/** The same browser with another session or member takes its row along. @returns false when the keys are not the stored ones */
export async function upsertSubscription(tx: Tx, subscription: NewSubscription): Promise<boolean> {
  const { endpoint, p256dh, auth, ...set } = subscription
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sid, subscription.sid), ne(pushSubscriptions.endpoint, endpoint)))
  const rows = await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set,
      setWhere: sql`${pushSubscriptions.p256dh} = ${p256dh} and ${pushSubscriptions.auth} = ${auth}`,
    })
    .returning({ id: pushSubscriptions.id })
  return rows.length > 0
}

export async function deleteAllButNewest(tx: Tx, userId: string, limit: number): Promise<void> {
  const older = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(limit)
  await tx.delete(pushSubscriptions).where(sql`${pushSubscriptions.id} = any(array(${older}))`)
}

export async function deleteDevice(db: Db, userId: string, id: NotificationDeviceId): Promise<boolean> {
  const rows = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
    .returning({ id: pushSubscriptions.id })
  return rows.length > 0
}

export async function deleteGone(db: Db, { id, endpoint }: Pick<PushSubscriptionRow, "id" | "endpoint">) {
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint)))
}

interface Reach {
  readonly kind: NotificationKind
  readonly now: Date
  readonly only: SQL | undefined
}

async function reachable(db: Db | Tx, { kind, now, only }: Reach): Promise<PushSubscriptionRow[]> {
  const rows = await db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(users, and(eq(users.id, pushSubscriptions.userId), users.approved))
    .innerJoin(sessions, and(eq(sessions.sid, pushSubscriptions.sid), gt(sessions.expire, now)))
    .leftJoin(notificationChoices, eq(notificationChoices.userId, pushSubscriptions.userId))
    .where(and(only, or(isNull(notificationChoices.userId), sql`${kind} = any(${notificationChoices.kinds})`)))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
  return rows.map(({ subscription }) => subscription)
}

export function subscriptionsOf(db: Db | Tx, userId: string, kind: NotificationKind, now: Date) {
  return reachable(db, { kind, now, only: eq(pushSubscriptions.userId, userId) })
}

export async function findSubscription(db: Db, id: NotificationDeviceId, kind: NotificationKind, now: Date) {
  const [subscription] = await reachable(db, { kind, now, only: eq(pushSubscriptions.id, id) })
  return subscription
}

export async function timeZones(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ timeZone: pushSubscriptions.timeZone }).from(pushSubscriptions)
  return rows.map(({ timeZone }) => timeZone)
}

export function subscriptionsIn(db: Db, zones: readonly string[], kind: NotificationKind, now: Date) {
  return reachable(db, { kind, now, only: inArray(pushSubscriptions.timeZone, [...zones]) })
}
