import { and, asc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import {
  type AvailableTimeSlotRow,
  availableTimeSlots,
  type SlotSeriesRow,
  slotSeries,
} from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments, startColumn } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate, streamRows } from "#platform/lists/paginate.ts"

const LIST: ListDefinition<typeof availableTimeSlots, "coming" | "newest"> = {
  table: availableTimeSlots,
  id: availableTimeSlots.id,
  sorts: {
    coming: { by: availableTimeSlots.startsAt, type: "timestamptz", direction: "up" },
    newest: { by: availableTimeSlots.id, type: "uuid", direction: "down" },
  },
}

interface SlotQuery extends Omit<ListQuery<"coming" | "newest">, "filters"> {
  readonly from: Date | undefined
  readonly tutorId?: string | undefined
}

export function paginateSlots(db: Db, { from, tutorId, ...query }: SlotQuery) {
  return paginate(db, LIST, { ...query, filters: filtersOf({ from, tutorId }) })
}

type SlotFilter = Pick<SlotQuery, "from" | "tutorId">

export function streamSlots(db: Db, filter: SlotFilter): AsyncGenerator<AvailableTimeSlotRow> {
  return streamRows(db, LIST, { sort: "coming", filters: filtersOf(filter) })
}

function filtersOf({ from, tutorId }: SlotFilter) {
  const { startsAt, tutorId: tutor } = availableTimeSlots
  return [from && gte(startsAt, from), tutorId ? eq(tutor, tutorId) : undefined]
}

/** With `tutorId`, the slots of others do not exist. */
export interface SlotKey {
  readonly id: string
  readonly tutorId?: string
}

export async function findSlot(db: Db | Tx, key: SlotKey): Promise<AvailableTimeSlotRow | undefined> {
  const [row] = await db.select().from(availableTimeSlots).where(isSlot(key))
  return row
}

/** Locked, so that a concurrent booking is either counted or waits. */
export async function lockSlot(tx: Tx, key: SlotKey): Promise<AvailableTimeSlotRow | undefined> {
  const [slot] = await tx.select().from(availableTimeSlots).where(isSlot(key)).for("no key update")
  return slot
}

function isSlot({ id, tutorId }: SlotKey) {
  return and(eq(availableTimeSlots.id, id), tutorId === undefined ? undefined : eq(availableTimeSlots.tutorId, tutorId))
}

export type NewSlot = typeof availableTimeSlots.$inferInsert

/** Leaves out what overlaps an open slot of the same tutor, and what its series has opened before. */
export async function insertSlots(tx: Tx, slots: readonly NewSlot[]): Promise<readonly AvailableTimeSlotRow[]> {
  if (slots.length === 0) return []
  return tx
    .insert(availableTimeSlots)
    .values([...slots])
    .onConflictDoNothing()
    .returning()
}

/** One transaction at a time opens closed slots: two that overlap would wait for each other. */
export async function holdOpening(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('available_time_slots.opening'))`)
}

export async function updateSlot(
  tx: Tx,
  id: string,
  changes: Partial<Pick<AvailableTimeSlotRow, "isAvailable" | "maxBookings" | "sessionTypes">>,
): Promise<AvailableTimeSlotRow | undefined> {
  const [row] = await tx.update(availableTimeSlots).set(changes).where(eq(availableTimeSlots.id, id)).returning()
  return row
}

export async function deleteSlots(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(availableTimeSlots).where(inArray(availableTimeSlots.id, [...ids]))
}

const isOfSeries = (seriesId: string, from: string) =>
  and(eq(availableTimeSlots.seriesId, seriesId), gte(availableTimeSlots.seriesDate, from))

/** With a lock on each, so that nobody books one meanwhile. */
export async function closeSlotsOfSeries(
  tx: Tx,
  seriesId: string,
  from: string,
): Promise<readonly AvailableTimeSlotRow[]> {
  return tx.update(availableTimeSlots).set({ isAvailable: false }).where(isOfSeries(seriesId, from)).returning()
}

/** Closes what the tutor has open within the span, locked in the order in which sessions lock two slots. */
export async function closeSlotsWithin(
  tx: Tx,
  tutorId: string,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<readonly AvailableTimeSlotRow[]> {
  const slot = availableTimeSlots
  const open = await tx
    .select({ id: slot.id })
    .from(slot)
    .where(and(eq(slot.tutorId, tutorId), slot.isAvailable, lt(slot.startsAt, endsAt), gt(slot.endsAt, startsAt)))
    .orderBy(asc(slot.id))
    .for("no key update")
  const ids = open.map(({ id }) => id)
  return tx.update(slot).set({ isAvailable: false }).where(inArray(slot.id, ids)).returning()
}

/** Closes the open slots on a day of the site's time zone whose series skips closed days. */
export async function closeSlotsOfDay(tx: Tx, date: string): Promise<readonly AvailableTimeSlotRow[]> {
  const skipping = tx.select({ id: slotSeries.id }).from(slotSeries).where(eq(slotSeries.skipsClosedDays, true))
  return tx
    .update(availableTimeSlots)
    .set({ isAvailable: false })
    .where(
      and(
        eq(availableTimeSlots.date, date),
        eq(availableTimeSlots.isAvailable, true),
        inArray(availableTimeSlots.seriesId, skipping),
      ),
    )
    .returning()
}

export async function bookingsIn(db: Db | Tx, slotIds: readonly string[]): Promise<readonly AppointmentRow[]> {
  return openSessions(db, inArray(appointments.slotId, [...slotIds]))
}

export async function bookingsOfSeries(db: Db, seriesId: string, from: string): Promise<readonly AppointmentRow[]> {
  const slots = db.select({ id: availableTimeSlots.id }).from(availableTimeSlots).where(isOfSeries(seriesId, from))
  return openSessions(db, inArray(appointments.slotId, slots))
}

function openSessions(db: Db | Tx, isBooked: SQL) {
  return db
    .select()
    .from(appointments)
    .where(and(isBooked, inArray(appointments.status, ["pending", "approved"])))
    .orderBy(startColumn(appointments), asc(appointments.id))
}

export type NewSeries = typeof slotSeries.$inferInsert

export async function insertSeries(tx: Tx, series: NewSeries): Promise<SlotSeriesRow> {
  const [row] = await tx.insert(slotSeries).values(series).returning()
  return row as SlotSeriesRow
}

/** Until the transaction ends nobody else opens slots of this series or ends it. */
export async function lockSeries(tx: Tx, id: string): Promise<SlotSeriesRow | undefined> {
  const [row] = await tx.select().from(slotSeries).where(eq(slotSeries.id, id)).for("update")
  return row
}

export async function endSeries(tx: Tx, id: string, untilDate: string): Promise<void> {
  await tx.update(slotSeries).set({ untilDate }).where(eq(slotSeries.id, id))
}

export async function deleteSeries(tx: Tx, id: string): Promise<void> {
  await tx.delete(slotSeries).where(eq(slotSeries.id, id))
}

export async function seriesFrom(db: Db, date: string): Promise<readonly string[]> {
  const rows = await db
    .select({ id: slotSeries.id })
    .from(slotSeries)
    .where(or(isNull(slotSeries.untilDate), gte(slotSeries.untilDate, date)))
    .orderBy(slotSeries.id)
  return rows.map(({ id }) => id)
}
