import type { Appointment } from "@haitech/contract/appointments"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { startOf } from "./entries.ts"

/** Sessions with links to them. */
export function BookingList({ bookings }: { readonly bookings: readonly Appointment[] }) {
  const { language, timeZone } = useAdminApp()
  return (
    <ul className="admin-lines">
      {bookings.map((booking) => (
        <li key={booking.id}>
          <AppLink to={`/calendar?open=${booking.id}`}>{booking.studentName}</AppLink>
          <span className="text-muted">{formatWhen(language, startOf(booking), timeZone).exact}</span>
        </li>
      ))}
    </ul>
  )
}
