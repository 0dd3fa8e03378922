import type { Appointment } from "@haitech/contract/appointments"
import { useCalendar } from "#features/appointments/office-api.ts"
import { type OfficeText, useOffice } from "#platform/app.tsx"
import { numberInWords } from "#platform/numbers.ts"
import { useRecords } from "#platform/use-records.ts"
import { whenInWords } from "#platform/when.ts"
import { buttonClass } from "#ui/button.tsx"
import { Chip, type ChipTone } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const STATUSES = {
  pending: { text: "office.appointment_pending", tone: "wait" },
  approved: { text: "office.appointment_approved", tone: "good" },
  declined: { text: "office.appointment_declined", tone: "bad" },
  completed: { text: "office.appointment_completed", tone: "plain" },
  cancelled: { text: "office.appointment_cancelled", tone: "plain" },
  no_show: { text: "office.appointment_no_show", tone: "bad" },
} as const satisfies Readonly<Record<Appointment["status"], { readonly text: OfficeText; readonly tone: ChipTone }>>

const GOOGLE_CALENDAR = "https://calendar.google.com/calendar"

const SUBJECTS = {
  coding: "schedule.coding",
  language: "schedule.language",
  career: "schedule.career",
  general: "schedule.general",
} as const satisfies Readonly<Record<Appointment["subject"], OfficeText>>

const PRIORITIES = {
  low: "office.priority_low",
  normal: "office.priority_normal",
  high: "office.priority_high",
} as const satisfies Readonly<Record<Appointment["priority"], OfficeText>>

/** §2 "calendar management": how many requests there are, and each with the way to its student. */
export function CalendarPage() {
  const { t, language, timeZone } = useOffice()
  const records = useRecords<Appointment>("/api/admin/appointments", { filters: ["status"] })
  return (
    <RecordsPage
      title={t("office.calendar")}
      counts={<Counts />}
      records={records}
      empty="office.calendar_empty"
      symbol="clock"
      action={
        <a className={buttonClass("quiet", true)} href={GOOGLE_CALENDAR} target="_blank" rel="noopener">
          {t("office.open_calendar")}
        </a>
      }
      filters={[
        {
          name: "status",
          label: t("office.state"),
          options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("office.newest") },
        { value: "coming", label: t("office.coming") },
      ]}
      words={({ studentName, subject, preferredDate, status, priority, duration }) => ({
        who: studentName,
        about: t(SUBJECTS[subject]),
        line: `${whenInWords(language, preferredDate, timeZone).exact} · ${t("schedule.minutes", { minutes: duration })}`,
        chip: (
          <>
            {priority === "high" && <Chip tone="bad">{t("office.urgent")}</Chip>}
            <Chip tone={STATUSES[status].tone}>{t(STATUSES[status].text)}</Chip>
          </>
        ),
        isNew: status === "pending",
      })}
      detail={(appointment) => <Request key={appointment.id} appointment={appointment} />}
    />
  )
}

function Counts() {
  const { t, language } = useOffice()
  const { data } = useCalendar()
  const counts = [
    ["office.count_pending", data?.pending],
    ["office.count_approved", data?.approved],
    ["office.count_week", data?.thisWeek],
    ["office.count_high", data?.highPriority],
  ] as const
  return (
    <ul className="office-counts-strip">
      {counts.map(([label, value]) => (
        <li key={label}>
          <strong>{value === undefined ? "–" : numberInWords(language, value)}</strong>
          <span>{t(label)}</span>
        </li>
      ))}
    </ul>
  )
}

function Request({ appointment }: { readonly appointment: Appointment }) {
  const { t, language, timeZone } = useOffice()
  const { studentName, studentEmail, subject, preferredDate, duration, description, priority, status, createdAt } =
    appointment
  return (
    <>
      <h2>{studentName}</h2>
      <dl className="office-facts">
        <dt>{t("form.email")}</dt>
        <dd>
          <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
        </dd>
        <dt>{t("office.subject")}</dt>
        <dd>{t(SUBJECTS[subject])}</dd>
        <dt>{t("office.wanted")}</dt>
        <dd>
          {whenInWords(language, preferredDate, timeZone).exact} · {t("schedule.minutes", { minutes: duration })}
        </dd>
        <dt>{t("office.priority")}</dt>
        <dd>{t(PRIORITIES[priority])}</dd>
        <dt>{t("office.state")}</dt>
        <dd>{t(STATUSES[status].text)}</dd>
        <dt>{t("office.written")}</dt>
        <dd>{whenInWords(language, createdAt, timeZone).exact}</dd>
      </dl>
      {description && <p className="office-words">{description}</p>}
      <p>
        <a className={buttonClass("primary", true)} href={`mailto:${studentEmail}`}>
          {t("office.contact_student")}
        </a>
      </p>
    </>
  )
}
