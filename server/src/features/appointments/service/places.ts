import type { Deps } from "#deps.ts"
import { lockSlot, recountBookings, takeFirstWaiting } from "#features/appointments/queries/places.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

/**
 * Gives back the place of a session that is declined, cancelled, moved or deleted, and tells the first who waits for
 * that day. `row` is the session as it was; the transaction has locked it.
 */
export async function releasePlace(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  { id, slotId }: Pick<AppointmentRow, "id" | "slotId">,
): Promise<void> {
  const slot = slotId ? await lockSlot(tx, slotId) : undefined
  if (!slot) return
  const bookings = await recountBookings(tx, slot.id, id)
  if (!slot.isAvailable || slot.startsAt <= now() || bookings >= slot.maxBookings) return
  const waiting = await takeFirstWaiting(tx, slot, now())
  if (!waiting) return
  await enqueue(tx, {
    kind: "appointment.place_free",
    key: `appointment.place_free:${waiting.id}`,
    payload: { waitingId: waiting.id },
  })
}
