import { useParams } from "wouter"
import { membersOf } from "#features/groups/admin/api.ts"
import { AGE_TEXTS, MemberDetail } from "#features/groups/admin/member-detail.tsx"
import { useRecords } from "#platform/admin/use-records.ts"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

export function GroupMembersPage() {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { id = "" } = useParams<{ id: string }>()
  const records = useRecords(membersOf(id), { filters: ["isRemoved"] })
  return (
    <RecordsPage
      title={t("admin.group_members")}
      records={records}
      empty="admin.none_yet"
      filters={[
        {
          name: "isRemoved",
          label: t("admin.state"),
          options: [
            { value: "false", label: t("admin.group_member_in") },
            { value: "true", label: t("admin.group_member_out") },
          ],
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
      ]}
      summaryOf={({ name, age, joinedAt, removedAt }) => ({
        who: name,
        line: t(AGE_TEXTS[age]),
        at: formatWhen(language, joinedAt, timeZone),
        chip: removedAt === null ? undefined : <Chip tone="bad">{t("admin.group_member_out")}</Chip>,
      })}
      detail={(member) => <MemberDetail key={member.id} groupId={id} member={member} />}
    />
  )
}
