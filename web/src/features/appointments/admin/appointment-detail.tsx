import type { Appointment } from "@haitech/contract/appointments"
import { type AdminText, useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { buttonClass } from "#ui/button.tsx"
import type { ChipTone } from "#ui/chip.tsx"

export const STATUSES = {
  pending: { text: "admin.appointment_pending", tone: "wait" },
  approved: { text: "admin.appointment_approved", tone: "good" },
  declined: { text: "admin.appointment_declined", tone: "bad" },
  completed: { text: "admin.appointment_completed", tone: "plain" },
  cancelled: { text: "admin.appointment_cancelled", tone: "plain" },
  no_show: { text: "admin.appointment_no_show", tone: "bad" },
} as const satisfies Readonly<Record<Appointment["status"], { readonly text: AdminText; readonly tone: ChipTone }>>

export const SUBJECTS = {
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

export function AppointmentDetail({ appointment }: { readonly appointment: Appointment }) {
  const { t, label, language, timeZone } = useAdminApp()
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
        <dd>{label(SUBJECTS, subject)}</dd>
        <dt>{t("admin.wanted")}</dt>
        <dd>
          {formatWhen(language, preferredDate, timeZone).exact} · {t("schedule.minutes", { minutes: duration })}
        </dd>
        <dt>{t("admin.priority")}</dt>
        <dd>{label(PRIORITIES, priority)}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>{label(STATUSES, status)}</dd>
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
