import { routes } from "@haitech/contract/routes"
import { useAppointment, useCalendar } from "#features/appointments/admin/api.ts"
import { AppointmentDetail, STATUSES, SUBJECTS } from "#features/appointments/admin/appointment-detail.tsx"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const GOOGLE_CALENDAR = "https://calendar.google.com/calendar"

/** Spec §2 "calendar management": counts of the appointment requests, and each request with its student's email. */
export function CalendarPage() {
  const { t, label, language, timeZone } = useAdminApp()
  const list = useRecords(routes.listAppointments, { filters: ["status"] })
  const records = withOpenRecord(list, useAppointment(list.openId))
  return (
    <RecordsPage
      title={t("admin.calendar")}
      strip={<Counts />}
      records={records}
      empty="admin.calendar_empty"
      symbol="clock"
      action={
        <a
          className="admin-tool"
          href={GOOGLE_CALENDAR}
          target="_blank"
          rel="noopener"
          title={t("admin.open_calendar")}
        >
          <AdminIcon name="calendar" />
          <span className="sr">{t("admin.open_calendar")}</span>
        </a>
      }
      filters={[
        {
          name: "status",
          label: t("admin.state"),
          options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "coming", label: t("admin.coming") },
      ]}
      summaryOf={({ studentName, subject, preferredDate, status, priority, duration }) => ({
        who: studentName,
        about: label(SUBJECTS, subject),
        line: `${formatWhen(language, preferredDate, timeZone).exact} · ${t("schedule.minutes", { minutes: duration })}`,
        chip: (
          <>
            {priority === "high" && <Chip tone="bad">{t("admin.urgent")}</Chip>}
            <Chip tone={entryOf(STATUSES, status)?.tone ?? "plain"}>{label(STATUSES, status)}</Chip>
          </>
        ),
        isNew: status === "pending",
      })}
      detail={(appointment) => <AppointmentDetail key={appointment.id} appointment={appointment} />}
    />
  )
}

function Counts() {
  const { t, language } = useAdminApp()
  const { data } = useCalendar()
  const counts = [
    ["admin.count_pending", data?.pending],
    ["admin.count_approved", data?.approved],
    ["admin.count_week", data?.thisWeek],
    ["admin.count_high", data?.highPriority],
  ] as const
  return (
    <ul className="admin-strip admin-counts">
      {counts.map(([label, value]) => (
        <li key={label}>
          <strong>{value === undefined ? "–" : formatNumber(language, value)}</strong>
          <span>{t(label)}</span>
        </li>
      ))}
    </ul>
  )
}
