import type { AppointmentId } from "@haitech/contract/ids"
import { eq, sql } from "drizzle-orm"
import { type AppointmentRow, appointments } from "#features/appointments/table.ts"
import type { Tx } from "#platform/db/client.ts"

/** Counts one more change that the student is told about. A session keeps the first event id that it gets. */
export async function advanceRevision(tx: Tx, id: AppointmentId, eventId: string | null): Promise<AppointmentRow> {
  const [row] = await tx
    .update(appointments)
    .set({
      revision: sql`${appointments.revision} + 1`,
      calendarEventId: sql`coalesce(${appointments.calendarEventId}, ${eventId}::text)`,
    })
    .where(eq(appointments.id, id))
    .returning()
  if (!row) throw new Error("a session that does not exist was announced")
  return row
}
