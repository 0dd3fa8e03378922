import { routes } from "@haitech/contract/routes"
import { useStaff } from "#features/safeguarding/admin/api.ts"
import { CaseDetail } from "#features/safeguarding/admin/case-detail.tsx"
import { CATEGORY_LABELS, STATE_LABELS, SUBJECT_LABELS } from "#features/safeguarding/admin/labels.ts"
import { Staff } from "#features/safeguarding/admin/staff.tsx"
import { useRecords } from "#platform/admin/use-records.ts"
import { useSafeguardingAdminApp } from "#platform/app/app.tsx"
import { pluralOf } from "#platform/i18n/plural.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { RecordsPage } from "./records-page.tsx"

/** The cases for those who read them, and for everybody who these are. */
export function CasesPage() {
  const { t } = useSafeguardingAdminApp()
  const { data: staff } = useStaff()
  if (!staff) return <Skeleton className="h-64" />
  if (staff.isReader) return <Cases />
  return (
    <section className="admin-list" aria-labelledby="admin-title">
      <h1 id="admin-title">{t("admin.cases")}</h1>
      <p className="mt-4">{t("admin.case_refused")}</p>
      <Staff />
    </section>
  )
}

const COUNTED = { one: "admin.case_entries_one", other: "admin.case_entries_other" } as const

function Cases() {
  const { t, label, language, timeZone } = useSafeguardingAdminApp()
  const records = useRecords(routes.listCases, { filters: ["state"] })
  return (
    <RecordsPage
      title={t("admin.cases")}
      records={records}
      empty="admin.cases_empty"
      symbol="speech"
      filters={[
        {
          name: "state",
          label: t("admin.state"),
          options: (["open", "closed"] as const).map((value) => ({ value, label: t(STATE_LABELS[value]) })),
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
      ]}
      summaryOf={({ subjectKind, category, entryCount, createdAt, state }) => ({
        who: label(SUBJECT_LABELS, subjectKind),
        about: t(COUNTED[pluralOf(language, entryCount)], { count: entryCount }),
        line: label(CATEGORY_LABELS, category),
        at: formatWhen(language, createdAt, timeZone),
        chip: <Chip tone={state === "open" ? "bad" : "plain"}>{label(STATE_LABELS, state)}</Chip>,
        isNew: state === "open",
      })}
      detail={({ id }) => <CaseDetail key={id} id={id} />}
      footer={<Staff />}
    />
  )
}
