import type { Deps } from "#deps.ts"
import { tutorsOf } from "#features/appointments/queries/lists.ts"
import { findComing, lockAppointment } from "#features/appointments/queries/states.ts"
import type { Tx } from "#platform/db/client.ts"
import { createId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { announce } from "./announce.ts"

/** The tutor's own link has changed, or the slot's from or to that of an hour with several places. */
export type NewLink = { readonly tutorId: string } | { readonly slotId: string }

/** Sessions are locked before tutors and slots, so what holds one of these leaves the sessions to a job. */
export async function enqueueNewLink(tx: Tx, payload: NewLink): Promise<void> {
  await enqueue(tx, { kind: "appointment.new_link", key: `appointment.new_link:${createId()}`, payload })
}

/** Tells students and tutors of coming sessions. One that is approved meanwhile has the new link in its own email. */
export async function announceNewLink(
  deps: Pick<Deps, "db" | "externalCalendar" | "meetingUrl" | "now" | "site">,
  changed: NewLink,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    for (const id of await findComing(tx, changed, deps.now())) {
      const row = await lockAppointment(tx, id)
      if (row?.status !== "approved" || !row.tutorId) continue
      const isOfSite = deps.meetingUrl && !(await tutorsOf(tx, [row])).get(row.tutorId)?.meetingUrl
      if ("tutorId" in changed ? row.tutorId === changed.tutorId : isOfSite) await announce(tx, deps, row, "link", row)
    }
  })
}
