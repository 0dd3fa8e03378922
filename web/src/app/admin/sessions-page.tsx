import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import type { ReactNode } from "react"
import { useAppointment } from "#features/appointments/admin/api.ts"
import { AppointmentDetail } from "#features/appointments/admin/appointment-detail.tsx"
import { startOf } from "#features/appointments/admin/entries.ts"
import { STATUSES, SUBJECTS } from "#features/appointments/admin/labels.ts"
import { useTutors } from "#features/appointments/admin/slots-api.ts"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import type { ListTools } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

interface Props {
  readonly strip: ReactNode
  readonly action: ReactNode
}

/** All sessions as a list, with search, filters and export. */
export function SessionsPage({ strip, action }: Props) {
  const { t, label, language, timeZone } = useAdminApp()
  const list = useRecords(routes.listAppointments, { filters: ["status", "tutorId"] })
  const records = withOpenRecord(list, useAppointment(list.openId))
  const filters = useFilters()
  return (
    <RecordsPage
      title={t("admin.calendar")}
      strip={strip}
      action={action}
      records={records}
      empty="admin.calendar_empty"
      symbol="clock"
      exportOf={routes.exportAppointments}
      filters={filters}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "coming", label: t("admin.coming") },
        { value: "urgent", label: t("admin.sort_urgent") },
      ]}
      summaryOf={(session) => ({
        who: session.studentName,
        about: [label(SUBJECTS, session.subject), session.tutorName].filter(Boolean).join(", "),
        line: `${formatWhen(language, startOf(session), timeZone).exact} · ${t("schedule.minutes", { minutes: session.duration })}`,
        chip: (
          <>
            {session.priority === "high" && <Chip tone="bad">{t("admin.urgent")}</Chip>}
            <Chip tone={entryOf(STATUSES, session.status)?.tone ?? "plain"}>{label(STATUSES, session.status)}</Chip>
          </>
        ),
        isNew: session.status === "pending",
      })}
      detail={(session) => <AppointmentDetail key={session.id} appointment={session} />}
    />
  )
}

type Filters = NonNullable<ListTools<InputOf<typeof routes.listAppointments>["query"]>["filters"]>

function useFilters(): Filters {
  const { t } = useAdminApp()
  const { data: tutors = [] } = useTutors()
  return [
    {
      name: "status",
      label: t("admin.state"),
      options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
    },
    ...(tutors.length > 0
      ? [
          {
            name: "tutorId" as const,
            label: t("admin.tutor"),
            options: tutors.map(({ userId, name }) => ({ value: userId, label: name })),
          },
        ]
      : []),
  ]
}
