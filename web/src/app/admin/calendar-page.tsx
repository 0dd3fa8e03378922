import type { Appointment } from "@haitech/contract/appointments"
import { routes } from "@haitech/contract/routes"
import { useCalendar } from "#features/appointments/admin/api.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const STATUSES = {
  pending: { text: "admin.appointment_pending", tone: "wait" },
  approved: { text: "admin.appointment_approved", tone: "good" },
  declined: { text: "admin.appointment_declined", tone: "bad" },
  completed: { text: "admin.appointment_completed", tone: "plain" },
  cancelled: { text: "admin.appointment_cancelled", tone: "plain" },
  no_show: { text: "admin.appointment_no_show", tone: "bad" },
} as const satisfies Readonly<Record<Appointment["status"], { readonly text: AdminText; readonly tone: ChipTone }>>

const GOOGLE_CALENDAR = "https://calendar.google.com/calendar"

const SUBJECTS = {
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const satisfies Readonly<Record<Appointment["subject"], AdminText>>

const PRIORITIES = {
  low: "admin.priority_low",
  normal: "admin.priority_normal",
  high: "admin.priority_high",
} as const satisfies Readonly<Record<Appointment["priority"], AdminText>>

/** Spec §2 "calendar management": counts of the appointment requests, and each request with its student's email. */
export function CalendarPage() {
  const { t, language, timeZone } = useAdminApp()
  const records = useRecords(routes.listAppointments, { filters: ["status"] })
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
        about: t(SUBJECTS[subject]),
        line: `${formatWhen(language, preferredDate, timeZone).exact} · ${t("schedule.minutes", { minutes: duration })}`,
        chip: (
          <>
            {priority === "high" && <Chip tone="bad">{t("admin.urgent")}</Chip>}
            <Chip tone={STATUSES[status].tone}>{t(STATUSES[status].text)}</Chip>
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

function AppointmentDetail({ appointment }: { readonly appointment: Appointment }) {
  const { t, language, timeZone } = useAdminApp()
  const { studentName, studentEmail, subject, preferredDate, duration, description, priority, status, createdAt } =
    appointment
  return (
    <>
      <h2>{studentName}</h2>
      <dl className="admin-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
        </dd>
        <dt>{t("admin.subject")}</dt>
        <dd>{t(SUBJECTS[subject])}</dd>
        <dt>{t("admin.wanted")}</dt>
        <dd>
          {formatWhen(language, preferredDate, timeZone).exact} · {t("schedule.minutes", { minutes: duration })}
        </dd>
        <dt>{t("admin.priority")}</dt>
        <dd>{t(PRIORITIES[priority])}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>{t(STATUSES[status].text)}</dd>
        <dt>{t("admin.written")}</dt>
        <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
      </dl>
      {description && <p className="admin-words">{description}</p>}
      <p>
        <a className={buttonClass("primary", true)} href={`mailto:${studentEmail}`}>
          {t("admin.contact_student")}
        </a>
      </p>
    </>
  )
}
