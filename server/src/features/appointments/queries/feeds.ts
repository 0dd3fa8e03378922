import { and, asc, eq, gte, inArray } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { calendarFeeds } from "#features/appointments/table/calendar.ts"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Db } from "#platform/db/client.ts"

export async function saveFeed(db: Db, userId: string, tokenHash: string, createdAt: Date): Promise<void> {
  const set = { tokenHash, createdAt }
  await db
    .insert(calendarFeeds)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set })
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}

export async function feedSince(db: Db, userId: string): Promise<Date | null> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
  return feed?.createdAt ?? null
}

/** Only while its owner is an administrator whose account is open. */
export async function hasFeed(db: Db, tokenHash: string): Promise<boolean> {
  const found = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .innerJoin(users, and(eq(users.id, calendarFeeds.userId), eq(users.isAdmin, true), eq(users.approved, true)))
    .where(eq(calendarFeeds.tokenHash, tokenHash))
  return found.length > 0
}

const MAX_EVENTS = 2000

export function sessionsSince(db: Db, since: Date): Promise<AppointmentRow[]> {
  return db
    .select()
    .from(appointments)
    .where(and(gte(appointments.endsAt, since), inArray(appointments.status, ["pending", "approved"])))
    .orderBy(asc(appointments.endsAt))
    .limit(MAX_EVENTS)
}
