import type { Deps } from "#deps.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"

const NAME_DIGITS = 20

/**
 * The address of an approved session's video call: the tutor's own, or one of the site's service that nobody can
 * guess. Null for a session in another state, and when there is neither.
 */
export function meetingUrlOf(
  { keyedHash, meetingUrl }: Pick<Deps, "keyedHash" | "meetingUrl">,
  { id, status }: Pick<AppointmentRow, "id" | "status">,
  tutor: { readonly meetingUrl: string | null } | undefined,
): string | null {
  if (status !== "approved") return null
  if (tutor?.meetingUrl) return tutor.meetingUrl
  return meetingUrl ? `${meetingUrl}/${keyedHash("meeting", id).slice(0, NAME_DIGITS)}` : null
}
