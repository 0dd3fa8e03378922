import { and, asc, count, eq, inArray, isNull, ne } from "drizzle-orm"
import { type AvailableTimeSlotRow, availableTimeSlots } from "#features/appointments/table/slots.ts"
import {
  type AppointmentRow,
  appointments,
  type WaitingForSlotRow,
  waitingForSlots,
} from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"

/** Locked, so that a concurrent booking is either counted or waits. */
export async function lockSlot(tx: Tx, slotId: string): Promise<AvailableTimeSlotRow | undefined> {
  const [slot] = await tx.select().from(availableTimeSlots).where(eq(availableTimeSlots.id, slotId)).for("update")
  return slot
}

/** Stores how many pending and approved sessions a locked slot has besides the one that leaves it. */
export async function recountBookings(tx: Tx, slotId: string, leavingId: AppointmentRow["id"]): Promise<number> {
  const [counted] = await tx
    .select({ sessions: count() })
    .from(appointments)
    .where(
      and(
        eq(appointments.slotId, slotId),
        ne(appointments.id, leavingId),
        inArray(appointments.status, ["pending", "approved"]),
      ),
    )
  const currentBookings = counted?.sessions ?? 0
  await tx.update(availableTimeSlots).set({ currentBookings }).where(eq(availableTimeSlots.id, slotId))
  return currentBookings
}

/** Marks the first who waits for one of the day's sessions as told. Concurrent calls mark different people. */
export async function takeFirstWaiting(
  tx: Tx,
  { date, sessionTypes }: Pick<AvailableTimeSlotRow, "date" | "sessionTypes">,
  toldAt: Date,
): Promise<WaitingForSlotRow | undefined> {
  const [first] = await tx
    .select({ id: waitingForSlots.id })
    .from(waitingForSlots)
    .where(
      and(
        eq(waitingForSlots.date, date),
        isNull(waitingForSlots.toldAt),
        inArray(waitingForSlots.sessionType, sessionTypes),
      ),
    )
    .orderBy(asc(waitingForSlots.place))
    .limit(1)
    .for("update", { skipLocked: true })
  if (!first) return undefined
  const [told] = await tx.update(waitingForSlots).set({ toldAt }).where(eq(waitingForSlots.id, first.id)).returning()
  return told
}
