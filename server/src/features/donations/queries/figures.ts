import type { GiftFigures } from "@haitech/contract/pages"
import { and, eq, gte, isNull, lt, sql } from "drizzle-orm"
import { appointments } from "#features/appointments/table.ts"
import { userLessonProgress } from "#features/learning/table.ts"
import { memberships } from "#features/outreach/table.ts"
import type { Db } from "#platform/db/client.ts"

/** @param through the last day that counts, `YYYY-MM-DD` in the IANA zone `timeZone` */
export async function countGiftFigures(db: Db, through: string, timeZone: string): Promise<GiftFigures> {
  const end = sql`((${through}::date + 1)::timestamp at time zone ${timeZone})`
  const monthStart = sql`(date_trunc('month', ${through}::timestamp) at time zone ${timeZone})`
  const [sessions, lessons, members] = await Promise.all([
    db.$count(appointments, and(eq(appointments.status, "completed"), lt(appointments.preferredDate, end))),
    db.$count(userLessonProgress, lt(userLessonProgress.completedAt, end)),
    db.$count(
      memberships,
      and(gte(memberships.createdAt, monthStart), lt(memberships.createdAt, end), isNull(memberships.deletedAt)),
    ),
  ])
  return { sessions, lessons, members, through }
}
