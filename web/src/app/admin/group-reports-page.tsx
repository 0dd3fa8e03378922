import { routes } from "@haitech/contract/routes"
import { ReportDetail } from "#features/groups/admin/report-detail.tsx"
import { useRecords } from "#platform/admin/use-records.ts"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

/** What members reported, and posts with contact details. Each is settled on its own. */
export function GroupReportsPage() {
  const { t, language, timeZone } = useGroupsAdminApp()
  const records = useRecords(routes.listGroupReports, { filters: ["isSettled"] })
  return (
    <RecordsPage
      title={t("admin.reports")}
      records={records}
      empty="admin.none_yet"
      symbol="speech"
      filters={[
        {
          name: "isSettled",
          label: t("admin.state"),
          options: [
            { value: "false", label: t("admin.group_report_open") },
            { value: "true", label: t("admin.group_report_settled") },
          ],
        },
      ]}
      sorts={[
        { value: "oldest", label: t("admin.oldest") },
        { value: "newest", label: t("admin.newest") },
      ]}
      summaryOf={({ authorName, groupName, quote, createdAt, settledAt }) => ({
        who: authorName ?? t("admin.no_name"),
        about: groupName,
        line: <span lang="">{quote}</span>,
        at: formatWhen(language, createdAt, timeZone),
        chip:
          settledAt === null ? (
            <Chip tone="bad">{t("admin.group_report_open")}</Chip>
          ) : (
            <Chip>{t("admin.group_report_settled")}</Chip>
          ),
        isNew: settledAt === null,
      })}
      detail={(report) => <ReportDetail key={report.id} report={report} />}
    />
  )
}
