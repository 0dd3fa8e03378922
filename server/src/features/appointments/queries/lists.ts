import type { AppointmentId, UserId } from "@haitech/contract/ids"
import { and, eq, gt, gte, inArray, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { availableTimeSlots, mayBeTutor, tutors } from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments, startColumn, urgencyOf } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate, streamRows } from "#platform/lists/paginate.ts"

const STARTS_AT = startColumn(appointments)

const LIST: ListDefinition<typeof appointments, "newest" | "coming" | "urgent"> = {
  table: appointments,
  id: appointments.id,
  sorts: {
    newest: { by: appointments.createdAt, type: "timestamptz", direction: "down" },
    urgent: { by: urgencyOf(appointments), type: "timestamptz", direction: "up" },
    coming: { by: STARTS_AT, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${appointments.studentName} || ' ' || ${appointments.studentEmail})`,
  counter: "appointments",
}

export async function findAppointment(db: Db, id: AppointmentId): Promise<AppointmentRow | undefined> {
  const [row] = await db.select().from(appointments).where(eq(appointments.id, id))
  return row
}

export interface TutorFacts {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly meetingUrl: string | null
}

export async function tutorsOf(
  db: Db | Tx,
  rows: readonly Pick<AppointmentRow, "tutorId">[],
): Promise<ReadonlyMap<string, TutorFacts>> {
  const ids = [...new Set(rows.flatMap(({ tutorId }) => tutorId ?? []))]
  if (ids.length === 0) return new Map()
  const found = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      meetingUrl: sql<string | null>`case when ${mayBeTutor} then ${tutors.meetingUrl} end`,
    })
    .from(tutors)
    .innerJoin(users, eq(users.id, tutors.userId))
    .where(inArray(tutors.userId, ids))
  return new Map(found.map(({ id, ...facts }) => [id, facts]))
}

export async function slotsWithPlaces(
  db: Db | Tx,
  rows: readonly Pick<AppointmentRow, "slotId">[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.flatMap(({ slotId }) => slotId ?? []))]
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(and(inArray(availableTimeSlots.id, ids), gt(availableTimeSlots.maxBookings, 1)))
  return new Set(found.map(({ id }) => id))
}

export async function findTutorRecipient(db: Db, userId: string) {
  const [found] = await db
    .select({
      email: users.email,
      language: users.language,
      timeZone: tutors.timeZone,
      mayBeTutor: sql<boolean>`${mayBeTutor}`,
    })
    .from(tutors)
    .innerJoin(users, and(eq(users.id, tutors.userId), eq(users.approved, true)))
    .where(eq(tutors.userId, userId))
  return found
}

interface AppointmentFilter {
  readonly q?: string | undefined
  readonly status?: AppointmentRow["status"] | undefined
  readonly tutorId?: UserId | undefined
}

interface AppointmentQuery extends AppointmentFilter {
  readonly sort: "newest" | "coming" | "urgent"
  readonly limit: number
  readonly cursor?: string | undefined
}

/** `coming` begins with the next session; `urgent` has pending requests only. */
export function paginateAppointments(db: Db, now: Date, { status, tutorId, ...query }: AppointmentQuery) {
  const isComing = query.sort === "coming" ? gte(STARTS_AT, now.toISOString()) : undefined
  const isPending = query.sort === "urgent" ? sql`${appointments.status} = 'pending'` : undefined
  return paginate(db, LIST, { ...query, filters: [...filtersOf({ status, tutorId }), isComing, isPending] })
}

export function streamAppointments(db: Db, { status, tutorId, q }: AppointmentFilter): AsyncGenerator<AppointmentRow> {
  return streamRows(db, LIST, { sort: "newest", q, filters: filtersOf({ status, tutorId }) })
}

function filtersOf({ status, tutorId }: AppointmentFilter) {
  return [status && eq(appointments.status, status), tutorId && eq(appointments.tutorId, tutorId)]
}

const WEEK_MS = 7 * 86_400_000

/** @returns what waits and what is agreed on; `thisWeek` counts both in the next seven days */
export async function calendarCounts(db: Db, now: Date) {
  const week = new Date(now.getTime() + WEEK_MS)
  const [counts] = await db
    .select({
      pending: sql<number>`(count(*) filter (where ${appointments.status} = 'pending'))::int`,
      approved: sql<number>`(count(*) filter (where ${appointments.status} = 'approved'))::int`,
      thisWeek: sql<number>`(count(*) filter (where ${STARTS_AT} >= ${now.toISOString()}
        and ${STARTS_AT} < ${week.toISOString()}))::int`,
      highPriority: sql<number>`(count(*) filter (where ${appointments.status} = 'pending'
        and ${appointments.priority} = 'high'))::int`,
    })
    .from(appointments)
    .where(inArray(appointments.status, ["pending", "approved"]))
  return counts ?? { pending: 0, approved: 0, thisWeek: 0, highPriority: 0 }
}
