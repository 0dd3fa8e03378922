import { OWN_APPOINTMENTS } from "@haitech/contract/appointments"
import type { AppointmentId } from "@haitech/contract/ids"
import { and, arrayContains, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"
import { type AppointmentRow, appointments, availableTimeSlots } from "./table.ts"

export type NewAppointment = Pick<
  AppointmentRow,
  | "studentName"
  | "studentEmail"
  | "sessionType"
  | "subject"
  | "preferredDate"
  | "preferredTime"
  | "duration"
  | "priority"
> & {
  readonly description: string | undefined
  readonly userId: string | null
  readonly idempotencyKeyHash: string | null
}

/** @returns undefined when the same request is already pending */
export async function insertAppointment(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  const [row] = await tx.insert(appointments).values(request).onConflictDoNothing().returning()
  return row
}

/** The newest stored request that conflicts with this one; it may no longer be pending. */
export async function findDuplicate(tx: Tx, request: NewAppointment): Promise<AppointmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(appointments)
    .where(
      and(
        eq(sql`lower(${appointments.studentEmail})`, request.studentEmail.toLowerCase()),
        eq(appointments.preferredDate, request.preferredDate),
        eq(appointments.sessionType, request.sessionType),
        eq(appointments.subject, request.subject),
      ),
    )
    .orderBy(desc(appointments.createdAt))
    .limit(1)
  return row
}

export interface SlotStart {
  readonly date: string
  readonly time: string
}

/** Books a place in the slot with one atomic update. @returns false when no open slot has a place left */
export async function claimSlot(
  tx: Tx,
  start: SlotStart,
  sessionType: AppointmentRow["sessionType"],
): Promise<boolean> {
  const booked = await tx
    .update(availableTimeSlots)
    .set({ currentBookings: sql`${availableTimeSlots.currentBookings} + 1` })
    .where(acceptsBooking(start, sessionType))
    .returning({ id: availableTimeSlots.id })
  return booked.length > 0
}

export async function hasFreePlace(
  tx: Tx,
  start: SlotStart,
  sessionType: AppointmentRow["sessionType"],
): Promise<boolean> {
  const rows = await tx
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(acceptsBooking(start, sessionType))
    .limit(1)
  return rows.length > 0
}

function acceptsBooking({ date, time }: SlotStart, sessionType: AppointmentRow["sessionType"]) {
  return and(
    eq(availableTimeSlots.date, date),
    eq(availableTimeSlots.startTime, time),
    eq(availableTimeSlots.isAvailable, true),
    lt(availableTimeSlots.currentBookings, availableTimeSlots.maxBookings),
    arrayContains(availableTimeSlots.sessionTypes, [sessionType]),
  )
}

export async function hasOpenSlots(db: Db | Tx, date: string): Promise<boolean> {
  const rows = await db
    .select({ id: availableTimeSlots.id })
    .from(availableTimeSlots)
    .where(and(eq(availableTimeSlots.date, date), eq(availableTimeSlots.isAvailable, true)))
    .limit(1)
  return rows.length > 0
}

/** @returns the future starts of the deleted sessions, where places are free again */
export async function deleteAppointmentsOf(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
  now: Date,
): Promise<readonly Date[]> {
  const byAddress = email === null ? undefined : eq(sql`lower(${appointments.studentEmail})`, email.toLowerCase())
  const deleted = await tx
    .delete(appointments)
    .where(or(eq(appointments.userId, userId), byAddress))
    .returning({ at: appointments.preferredDate })
  return deleted.map(({ at }) => at).filter((at) => at > now)
}

/** Locks the slot before the count, so that a concurrent booking is either counted or waits. */
export async function recountBookings(tx: Tx, { date, time }: SlotStart, at: Date): Promise<void> {
  const isSlot = and(eq(availableTimeSlots.date, date), eq(availableTimeSlots.startTime, time))
  const locked = await tx.select({ id: availableTimeSlots.id }).from(availableTimeSlots).where(isSlot).for("update")
  if (locked.length === 0) return
  const [counted] = await tx
    .select({ sessions: count() })
    .from(appointments)
    .where(and(eq(appointments.preferredDate, at), inArray(appointments.status, ["pending", "approved"])))
  const sessions = counted?.sessions ?? 0
  await tx
    .update(availableTimeSlots)
    .set({ currentBookings: sessions })
    .where(and(isSlot, gt(availableTimeSlots.currentBookings, sessions)))
}

const LIST: ListDefinition<typeof appointments, "newest" | "coming"> = {
  table: appointments,
  id: appointments.id,
  sorts: {
    newest: { by: appointments.createdAt, type: "timestamptz", direction: "down" },
    coming: { by: appointments.preferredDate, type: "timestamptz", direction: "up" },
  },
  search: sql`fold(${appointments.studentName} || ' ' || ${appointments.studentEmail})`,
}

export async function findAppointment(db: Db, id: AppointmentId): Promise<AppointmentRow | undefined> {
  const [row] = await db.select().from(appointments).where(eq(appointments.id, id))
  return row
}

/** The member's own, and a guest's with the member's email address once it is verified: anybody can type an address. */
export async function appointmentsOf(db: Db, userId: string): Promise<readonly AppointmentRow[]> {
  const verifiedEmail = db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)))
  const asGuest = and(isNull(appointments.userId), eq(sql`lower(${appointments.studentEmail})`, verifiedEmail))
  return db
    .select()
    .from(appointments)
    .where(or(eq(appointments.userId, userId), asGuest))
    .orderBy(desc(appointments.preferredDate), desc(appointments.id))
    .limit(OWN_APPOINTMENTS)
}

interface AppointmentQuery {
  readonly sort: "newest" | "coming"
  readonly limit: number
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly status?: AppointmentRow["status"] | undefined
}

export function paginateAppointments(db: Db, now: Date, { status, ...query }: AppointmentQuery) {
  const isComing = query.sort === "coming" ? gte(appointments.preferredDate, now) : undefined
  return paginate(db, LIST, { ...query, filters: [status && eq(appointments.status, status), isComing] })
}

export async function calendarCounts(db: Db, now: Date) {
  const week = new Date(now.getTime() + WEEK_MS)
  const [counts] = await db
    .select({
      pending: sql<number>`(count(*) filter (where ${appointments.status} = 'pending'))::int`,
      approved: sql<number>`(count(*) filter (where ${appointments.status} = 'approved'))::int`,
      thisWeek: sql<number>`(count(*) filter (where ${appointments.preferredDate} >= ${now.toISOString()}
        and ${appointments.preferredDate} < ${week.toISOString()}))::int`,
      highPriority: sql<number>`(count(*) filter (where ${appointments.status} = 'pending'
        and ${appointments.priority} = 'high'))::int`,
    })
    .from(appointments)
    .where(inArray(appointments.status, ["pending", "approved"]))
  return counts ?? { pending: 0, approved: 0, thisWeek: 0, highPriority: 0 }
}

const WEEK_MS = 7 * 86_400_000
