import type { Deps } from "#deps.ts"
import { findSlot } from "#features/appointments/queries/open-slots.ts"
import { recountBookings } from "#features/appointments/queries/places.ts"
import { lockSlot } from "#features/appointments/queries/slots.ts"
import { awaitedDays, holdDays, takeFirstWaiting } from "#features/appointments/queries/waiting.ts"
import type { AvailableTimeSlotRow } from "#features/appointments/table/slots.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { listBookable } from "./open-slots.ts"

/** Tells the first who waits for that day. `row` is the session as it was; the transaction has locked it. */
export async function releasePlace(
  tx: Tx,
  deps: Pick<Deps, "now">,
  { id, slotId }: Pick<AppointmentRow, "id" | "slotId">,
): Promise<void> {
  if (!slotId || !(await lockSlot(tx, { id: slotId }))) return
  await recountBookings(tx, slotId, id)
  const [slot] = await listBookable(tx, await findSlot(tx, slotId), deps.now(), id)
  if (!slot || slot.currentBookings >= slot.maxBookings) return
  await tellFirst(tx, slot, deps.now())
}

/** Tells those who wait for the days of slots that are new, open again or larger: one for each free place. */
export async function offerPlaces(
  tx: Tx,
  { now }: Pick<Deps, "now">,
  slots: readonly Pick<AvailableTimeSlotRow, "id" | "date">[],
): Promise<void> {
  const dates = [...new Set(slots.map(({ date }) => date))]
  if (dates.length === 0) return
  await holdDays(tx, dates)
  const days = await awaitedDays(tx, dates)
  for (const { id, date } of slots) {
    const [slot] = days.has(date) ? await listBookable(tx, await findSlot(tx, id), now()) : []
    if (!slot) continue
    for (let place = slot.currentBookings; place < slot.maxBookings; place++) await tellFirst(tx, slot, now())
  }
}

async function tellFirst(tx: Tx, slot: Parameters<typeof takeFirstWaiting>[1], now: Date): Promise<void> {
  const waiting = await takeFirstWaiting(tx, slot, now)
  if (!waiting) return
  await enqueue(tx, {
    kind: "appointment.place_free",
    key: `appointment.place_free:${waiting.id}:${waiting.createdAt.toISOString()}`,
    payload: { waitingId: waiting.id } satisfies PlaceFreeEmail,
  })
}

export interface PlaceFreeEmail {
  readonly waitingId: string
}
