import type { AppointmentId } from "@haitech/contract/ids"
import { OWN_PAST_SESSIONS } from "@haitech/contract/tutors"
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, max, or, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type AppointmentRow, appointments, startColumn } from "#features/appointments/table.ts"
import { helpRequests } from "#features/learning/table/help.ts"
import { courses, lessons, userCourseProgress } from "#features/learning/table.ts"
import { learningPreferences } from "#features/members/table.ts"
import { screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const START = startColumn(appointments)
const COURSES_SHOWN = 3

export async function findScreenedUntil(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ screenedUntil: screenings.screenedUntil })
    .from(screenings)
    .where(eq(screenings.userId, userId))
  return row?.screenedUntil ?? null
}

/** The coming ones, the next one first, then the latest past ones. */
export async function sessionsOfTutor(db: Db, tutorId: string, now: Date): Promise<AppointmentRow[]> {
  const isOwn = eq(appointments.tutorId, tutorId)
  const coming = db
    .select()
    .from(appointments)
    .where(and(isOwn, inArray(appointments.status, ["pending", "approved"]), gt(appointments.endsAt, now)))
    .orderBy(asc(START), asc(appointments.id))
  const isPast = and(lte(START, now.toISOString()), inArray(appointments.status, ["completed", "no_show"]))
  const isUnreported = and(lte(appointments.endsAt, now), eq(appointments.status, "approved"))
  const past = db
    .select()
    .from(appointments)
    .where(and(isOwn, sql`(${isPast} or ${isUnreported})`))
    .orderBy(desc(START), desc(appointments.id))
    .limit(OWN_PAST_SESSIONS)
  const [next, before] = await Promise.all([coming, past])
  return [...next, ...before]
}

export function approvedAt(db: Db, tutorId: string, at: Date): Promise<AppointmentRow[]> {
  return db
    .select()
    .from(appointments)
    .where(and(eq(appointments.tutorId, tutorId), eq(appointments.status, "approved"), eq(START, at.toISOString())))
    .orderBy(asc(appointments.createdAt), asc(appointments.id))
}

/** The session, and the others that the tutor is to give at its hour, which share its slot. In the order of their ids. */
export async function idsOfHour(tx: Tx, tutorId: string, id: AppointmentId): Promise<readonly AppointmentId[]> {
  const hour = tx
    .select({ start: START })
    .from(appointments)
    .where(and(eq(appointments.id, id), eq(appointments.tutorId, tutorId)))
  const isBeside = and(inArray(appointments.status, ["pending", "approved"]), sql`${START} = (${hour})`)
  const rows = await tx
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.tutorId, tutorId), or(eq(appointments.id, id), isBeside)))
    .orderBy(asc(appointments.id))
  return rows.map((row) => row.id)
}

/** Sessions of the tutor that begin within the span and are still to come. */
export function bookingsWithin(
  db: Db,
  tutorId: string,
  { from, until }: { readonly from: Date; readonly until: Date | null },
): Promise<AppointmentRow[]> {
  return db
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.tutorId, tutorId),
        inArray(appointments.status, ["pending", "approved"]),
        gte(START, from.toISOString()),
        until ? sql`${START} < ${until.toISOString()}` : undefined,
      ),
    )
    .orderBy(asc(START), asc(appointments.id))
}

export async function firstNamesOf(
  db: Db,
  rows: readonly Pick<AppointmentRow, "userId">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  if (ids.length === 0) return new Map()
  const found = await db.select({ id: users.id, firstName: users.firstName }).from(users).where(inArray(users.id, ids))
  return new Map(found.flatMap(({ id, firstName }) => (firstName ? [[id, firstName]] : [])))
}

/** What members learn, and the lessons that they asked about since then. */
export async function learningOf(db: Db, userIds: readonly string[], askedSince: Date) {
  if (userIds.length === 0) return []
  const ids = [...new Set(userIds)]
  const [goals, progress, questions] = await Promise.all([
    db
      .select({ userId: learningPreferences.userId, programs: learningPreferences.programs })
      .from(learningPreferences)
      .where(inArray(learningPreferences.userId, ids)),
    db
      .select({
        userId: userCourseProgress.userId,
        title: courses.title,
        percentage: userCourseProgress.progressPercentage,
      })
      .from(userCourseProgress)
      .innerJoin(courses, eq(courses.id, userCourseProgress.courseId))
      .where(and(inArray(userCourseProgress.userId, ids), isNull(userCourseProgress.completedAt)))
      .orderBy(sql`${userCourseProgress.lastAccessedAt} desc nulls last`, asc(courses.title)),
    db
      .select({ userId: helpRequests.userId, title: lessons.title, askedAt: lastAsked() })
      .from(helpRequests)
      .innerJoin(lessons, eq(lessons.id, helpRequests.lessonId))
      .where(and(inArray(helpRequests.userId, ids), gte(helpRequests.createdAt, askedSince)))
      .groupBy(helpRequests.userId, lessons.title)
      .orderBy(desc(lastAsked()), asc(lessons.title)),
  ])
  return ids.map((userId) => ({
    userId,
    programs: goals.find((goal) => goal.userId === userId)?.programs ?? [],
    courses: progress.filter((course) => course.userId === userId).slice(0, COURSES_SHOWN),
    lessons: questions.filter((question) => question.userId === userId).map(({ title }) => title),
  }))
}

function lastAsked(): SQL {
  return sql`max(${helpRequests.createdAt})`
}

/** What a tutor gave: an hour with several places is one session. */
function givenHours(db: Db | Tx, tutorId: string, isWanted?: SQL) {
  return db
    .select({ startsAt: sql<string>`${START}`.as("starts_at"), minutes: max(appointments.duration).as("minutes") })
    .from(appointments)
    .where(and(eq(appointments.tutorId, tutorId), eq(appointments.status, "completed"), isWanted))
    .groupBy(START)
    .as("given")
}

const sessionCount = sql<number>`count(*)::int`
const minuteSum = sql<number>`coalesce(sum(minutes), 0)::int`

/** Completed sessions by month on a zone's clock, the latest first. */
export function hoursByMonth(db: Db, tutorId: string, timeZone: string) {
  const given = givenHours(db, tutorId)
  const month = sql<string>`to_char(${given.startsAt} at time zone ${timeZone}, 'YYYY-MM')`
  return db
    .select({ month, sessions: sessionCount, minutes: minuteSum })
    .from(given)
    .groupBy(sql`1`)
    .orderBy(sql`1 desc`)
}

/** Completed sessions that began within the span. */
export async function hoursWithin(
  tx: Tx,
  tutorId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<{ readonly sessions: number; readonly minutes: number }> {
  const isWithin = and(gte(START, from.toISOString()), sql`${START} < ${until.toISOString()}`)
  const [row] = await tx.select({ sessions: sessionCount, minutes: minuteSum }).from(givenHours(tx, tutorId, isWithin))
  return row ?? { sessions: 0, minutes: 0 }
}
