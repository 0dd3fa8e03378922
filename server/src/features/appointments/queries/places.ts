import { and, count, eq, inArray, ne } from "drizzle-orm"
import { availableTimeSlots } from "#features/appointments/table/slots.ts"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"

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
