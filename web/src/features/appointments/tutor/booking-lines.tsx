import type { TutorBooking } from "@haitech/contract/tutors"
import { useId } from "react"
import { startOf } from "#features/appointments/session-times.ts"
import { useTutorApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { topicOf } from "./labels.ts"

interface Props {
  readonly label: string
  readonly bookings: readonly TutorBooking[]
  readonly zone: string
}

/** The sessions that a change touches. */
export function BookingLines({ label, bookings, zone }: Props) {
  const id = useId()
  const { t, language } = useTutorApp()
  return (
    <div className="grid gap-2">
      <p id={id}>{label}</p>
      <ul className="tutor-bookings" aria-labelledby={id}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <span className="strong">{formatWhen(language, startOf(booking), zone).exact}</span>
            <span className="text-muted">
              {topicOf(t, booking)}, {t("tutor.with", { name: booking.studentName ?? t("tutor.student") })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
