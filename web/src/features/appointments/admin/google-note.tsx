import { useAdminApp } from "#platform/app/app.tsx"
import { useCalendar } from "./api.ts"

const GOOGLE_CALENDAR = "https://calendar.google.com/calendar"

/** Spec §2: whether Google Calendar shows the sessions, and the way there. */
export function GoogleNote() {
  const { t } = useAdminApp()
  const { data } = useCalendar()
  return (
    <p>
      {data && t(data.isExternal ? "admin.google_on" : "admin.google_off")}{" "}
      <a className="underline" href={GOOGLE_CALENDAR} target="_blank" rel="noopener">
        {t("admin.open_calendar")}
      </a>
    </p>
  )
}
