import type { Deps } from "#deps.ts"
import { slotsWithPlaces, type TutorFacts, tutorsOf } from "#features/appointments/queries/lists.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const NAME_DIGITS = 20

export interface MeetingFacts {
  readonly tutors: ReadonlyMap<string, TutorFacts>
  readonly slotsWithPlaces: ReadonlySet<string>
}

export async function meetingFactsOf(
  db: Db | Tx,
  rows: readonly Pick<AppointmentRow, "tutorId" | "slotId">[],
): Promise<MeetingFacts> {
  const [tutors, slots] = await Promise.all([tutorsOf(db, rows), slotsWithPlaces(db, rows)])
  return { tutors, slotsWithPlaces: slots }
}

/**
 * The tutor's own address, or one of the site's service that nobody can guess: the students of an hour with several
 * places meet their tutor at one address (0107). Null unless the session is approved.
 */
export function meetingUrlOf(
  { keyedHash, meetingUrl }: Pick<Deps, "keyedHash" | "meetingUrl">,
  row: Pick<AppointmentRow, "id" | "status" | "slotId" | "tutorId">,
  facts: MeetingFacts,
): string | null {
  if (row.status !== "approved") return null
  const own = row.tutorId && facts.tutors.get(row.tutorId)?.meetingUrl
  if (own) return own
  return meetingUrl ? `${meetingUrl}/${keyedHash("meeting", meetingOf(row, facts)).slice(0, NAME_DIGITS)}` : null
}

function meetingOf({ id, slotId, tutorId }: Parameters<typeof meetingUrlOf>[1], facts: MeetingFacts): string {
  return slotId && tutorId && facts.slotsWithPlaces.has(slotId) ? `${slotId} ${tutorId}` : id
}
