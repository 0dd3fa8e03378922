import type { GroupRecord } from "@haitech/contract/admin/groups"
import { routes } from "@haitech/contract/routes"
import { GroupDetail } from "#features/groups/admin/group-detail.tsx"
import { GroupForm } from "#features/groups/admin/group-form.tsx"
import { useEditing } from "#platform/admin/use-editing.ts"
import { useRecords } from "#platform/admin/use-records.ts"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

export function GroupsPage() {
  const { t } = useGroupsAdminApp()
  const records = useRecords(routes.listGroupRecords, { filters: ["isClosed"] })
  const { target, add, edit, close, saved } = useEditing(records)
  return (
    <>
      <RecordsPage
        title={t("admin.groups")}
        records={records}
        empty="admin.none_yet"
        onAdd={add}
        action={
          <Button compact onClick={add}>
            {t("admin.group_add")}
          </Button>
        }
        filters={[
          {
            name: "isClosed",
            label: t("admin.state"),
            options: [
              { value: "false", label: t("admin.group_is_open") },
              { value: "true", label: t("admin.group_is_closed") },
            ],
          },
        ]}
        sorts={[
          { value: "newest", label: t("admin.newest") },
          { value: "oldest", label: t("admin.oldest") },
        ]}
        keys={{ n: add }}
        summaryOf={(group) => ({
          who: group.name,
          line: t("admin.group_line", { members: group.memberCount, capacity: group.capacity }),
          chip: <GroupChips group={group} />,
        })}
        detail={(group) => <GroupDetail key={group.id} group={group} onEdit={() => edit(group.id)} />}
      />
      {target && <GroupForm key={target.record?.id ?? "new"} record={target.record} onClose={close} onSaved={saved} />}
    </>
  )
}

function GroupChips({ group: { isClosed, isMentorValid, openReports } }: { readonly group: GroupRecord }) {
  const { t } = useGroupsAdminApp()
  return (
    <span className="admin-chips">
      {openReports > 0 && <Chip tone="bad">{t("admin.group_open_reports", { count: openReports })}</Chip>}
      {isClosed && <Chip tone="wait">{t("admin.group_is_closed")}</Chip>}
      {isMentorValid ? (
        <Chip tone="good">{t("admin.group_mentor_valid")}</Chip>
      ) : (
        <Chip>{t("admin.group_mentor_invalid")}</Chip>
      )}
    </span>
  )
}
