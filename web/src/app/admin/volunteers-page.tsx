import type { ApplicationSummary } from "@haitech/contract/admin/volunteers"
import { formatDay } from "@haitech/contract/clock"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useAdmin } from "#features/accounts/admin/api.ts"
import { useApplication, useOwners } from "#features/volunteers/admin/api.ts"
import { ApplicationDetail, useWaitingDays } from "#features/volunteers/admin/application-detail.tsx"
import { ROLES, STATUSES, STEPS } from "#features/volunteers/admin/labels.ts"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useVolunteersAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { Chip } from "#ui/chip.tsx"
import type { RecordSummary } from "#ui/record-list.tsx"
import type { ListTools } from "./header.tsx"
import { RecordsPage } from "./records-page.tsx"

/** People who apply to volunteer, mentor or represent us, from the application to the end of the service. */
export function VolunteersPage() {
  const { t } = useVolunteersAdminApp()
  const list = useRecords(routes.listApplications, { filters: ["status", "role", "owner", "isWaiting"] })
  const application = useApplication(list.openId)
  const { data: me } = useAdmin()
  return (
    <RecordsPage
      title={t("admin.volunteers")}
      records={withOpenRecord(list, application)}
      empty="admin.application_empty"
      symbol="heart"
      exportOf={routes.exportApplications}
      filters={useFilters()}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
        { value: "next_step", label: t("admin.application_by_step") },
      ]}
      summaryOf={useSummary()}
      detail={({ id }) => <ApplicationDetail key={id} query={application} me={me?.id} />}
    />
  )
}

function useSummary(): (application: ApplicationSummary) => RecordSummary {
  const { t, label, language, timeZone } = useVolunteersAdminApp()
  const days = useWaitingDays()
  return ({ name, role, status, owner, nextStep, nextStepOn, isWaiting, waitingDays, createdAt }) => {
    const day = nextStepOn && formatDay(language, `${nextStepOn}T00:00:00Z`, "UTC")
    const stepOf = nextStep ?? (status === "new" ? "read_application" : null)
    const step = stepOf === null ? t("admin.application_no_step") : label(STEPS, stepOf)
    return {
      who: name,
      about: label(ROLES, role),
      line: `${owner?.name ?? t("admin.application_nobody")} · ${day ? t("admin.application_step_on", { step, day }) : step}`,
      at: { short: days(waitingDays), exact: formatDay(language, createdAt, timeZone) },
      chip: (
        <span className="admin-chips">
          {isWaiting && status !== "new" && <Chip tone="wait">{t("admin.application_waits")}</Chip>}
          <Chip tone={entryOf(STATUSES, status)?.tone ?? "plain"}>{label(STATUSES, status)}</Chip>
        </span>
      ),
      isNew: status === "new",
    }
  }
}

type Filters = NonNullable<ListTools<InputOf<typeof routes.listApplications>["query"]>["filters"]>

function useFilters(): Filters {
  const { t } = useVolunteersAdminApp()
  const { data: owners = [] } = useOwners()
  return [
    {
      name: "status",
      label: t("admin.state"),
      options: Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: t(text) })),
    },
    {
      name: "role",
      label: t("admin.role"),
      options: Object.entries(ROLES).map(([value, text]) => ({ value, label: t(text) })),
    },
    {
      name: "owner",
      label: t("admin.application_owner"),
      options: [
        { value: "none", label: t("admin.application_nobody") },
        ...owners.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: "isWaiting",
      label: t("admin.application_waiting"),
      options: [
        { value: "true", label: t("admin.application_waits") },
        { value: "false", label: t("admin.application_waits_not") },
      ],
    },
  ]
}
