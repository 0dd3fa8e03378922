import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { mayBeTutor } from "#features/appointments/table/slots.ts"
import { appointments, startColumn } from "#features/appointments/table.ts"
import { displayName, studyGroups, studyGroupTexts } from "#features/groups/table.ts"
import { isTutorOrMentor, SCREENED_UNTIL, workOf, worksUnscreened } from "#features/volunteers/table/screening-work.ts"
import { screenings } from "#features/volunteers/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

/** Who has never been screened comes first. */
const LIST: ListDefinition<typeof users, "ending"> = {
  table: users,
  id: users.id,
  sorts: {
    ending: { by: sql`coalesce(${SCREENED_UNTIL}, 'epoch'::timestamptz)`, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${displayName(users)})`,
}

interface Span {
  readonly now: Date
  readonly until: Date
}

/** Who has work and no screening, and the tutors and mentors whose screening ends in the span. */
export function paginatePeople(db: Db, { now, until }: Span, query: Omit<ListQuery<"ending">, "filters">) {
  const endsSoon = sql`${SCREENED_UNTIL} between ${now.toISOString()} and ${until.toISOString()}`
  return paginate(db, LIST, {
    ...query,
    filters: [or(worksUnscreened(now), and(isTutorOrMentor, mayBeTutor, endsSoon))],
  })
}

export async function workCounts(db: Db | Tx, now: Date, userIds: readonly string[]) {
  const { hours, sessions, groups } = workOf(now)
  const rows = await db
    .select({
      id: users.id,
      name: displayName(users),
      isActive: sql<boolean>`${mayBeTutor}`,
      screenedUntil: sql`${SCREENED_UNTIL}`.mapWith(screenings.screenedUntil),
      openHours: countOf(hours),
      sessions: countOf(sessions),
      groups: countOf(groups),
    })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return new Map(rows.map((row) => [row.id, row]))
}

function countOf(from: SQL) {
  return sql<number>`(select count(*)::int ${from})`
}

const MAX_SESSIONS = 50

/** The pending and approved sessions of a tutor that end after an instant. */
export function sessionsAfter(db: Db | Tx, tutorId: string, instant: Date) {
  const { id, subject, status, studentName, preferredDate, endsAt } = appointments
  return db
    .select({ id, subject, status, studentName, startsAt: startColumn(appointments).mapWith(preferredDate) })
    .from(appointments)
    .where(
      and(
        eq(appointments.tutorId, tutorId),
        inArray(status, ["pending", "approved"]),
        sql`${endsAt} > ${instant.toISOString()}`,
      ),
    )
    .orderBy(startColumn(appointments), asc(id))
    .limit(MAX_SESSIONS)
}

export function openGroupsOf(db: Db | Tx, mentorId: string) {
  return db
    .select({ id: studyGroups.id, name: studyGroupTexts.name })
    .from(studyGroups)
    .innerJoin(studyGroupTexts, and(eq(studyGroupTexts.groupId, studyGroups.id), eq(studyGroupTexts.language, "en")))
    .where(and(eq(studyGroups.mentorId, mentorId), isNull(studyGroups.closedAt)))
    .orderBy(asc(studyGroupTexts.name), asc(studyGroups.id))
}

/** Those who may give sessions, whose screening ends in the span; locked, and not those whom another process tells. */
export function lockEnding(tx: Tx, { now, until }: Span) {
  const { userId, screenedUntil, remindedDays } = screenings
  return tx
    .select({
      userId,
      screenedUntil,
      remindedDays,
      email: users.email,
      name: displayName(users),
      language: users.language,
    })
    .from(screenings)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        mayBeTutor,
        isNotNull(users.email),
        sql`${screenedUntil} > ${now.toISOString()} and ${screenedUntil} <= ${until.toISOString()}`,
      ),
    )
    .orderBy(asc(userId))
    .for("update", { of: screenings, skipLocked: true })
}
