import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import type { TutorSession } from "@haitech/contract/tutors"
import { isSameClock } from "#features/appointments/clocks.ts"
import { startOf } from "#features/appointments/session-times.ts"
import { useTutorApp } from "#platform/app/app.tsx"

interface Props {
  readonly session: Pick<TutorSession, "preferredDate" | "scheduledAt" | "duration" | "studentTimeZone">
  readonly zone: string
}

/** When a session is, on the tutor's clock and, where it differs, on the student's. */
export function BothClocks({ session, zone }: Props) {
  const { t, language } = useTutorApp()
  const at = startOf(session)
  const on = (timeZone: string) => ({
    day: formatDay(language, at, timeZone),
    time: formatHour(language, at, timeZone),
  })
  const { studentTimeZone } = session
  return (
    <>
      <p className="strong">{t("next.when", { ...on(zone), city: cityOf(zone) })}</p>
      {studentTimeZone && !isSameClock(at, studentTimeZone, zone) && (
        <p className="small">
          {t(
            on(studentTimeZone).day === on(zone).day ? "tutor.student_time" : "tutor.student_clock",
            on(studentTimeZone),
          )}
        </p>
      )}
    </>
  )
}
