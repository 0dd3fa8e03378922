import type { Deps } from "#deps.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"

const NAME_DIGITS = 20

/** The tutor's own address, or one of the site's service that nobody can guess. Null unless the session is approved. */
export function meetingUrlOf(
  { keyedHash, meetingUrl }: Pick<Deps, "keyedHash" | "meetingUrl">,
  { id, status }: Pick<AppointmentRow, "id" | "status">,
  tutor: { readonly meetingUrl: string | null } | undefined,
): string | null {
  if (status !== "approved") return null
  if (tutor?.meetingUrl) return tutor.meetingUrl
  return meetingUrl ? `${meetingUrl}/${keyedHash("meeting", id).slice(0, NAME_DIGITS)}` : null
}
