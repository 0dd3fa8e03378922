import { useParams } from "wouter"
import { postsOf } from "#features/groups/admin/api.ts"
import { PostDetail } from "#features/groups/admin/post-detail.tsx"
import { useRecords } from "#platform/admin/use-records.ts"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

export function GroupPostsPage() {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { id = "" } = useParams<{ id: string }>()
  const records = useRecords(postsOf(id), { filters: ["isRemoved"] })
  return (
    <RecordsPage
      title={t("admin.group_posts")}
      records={records}
      empty="admin.none_yet"
      symbol="speech"
      filters={[
        {
          name: "isRemoved",
          label: t("admin.state"),
          options: [
            { value: "false", label: t("admin.group_post_shown") },
            { value: "true", label: t("admin.group_post_removed") },
          ],
        },
      ]}
      sorts={[
        { value: "newest", label: t("admin.newest") },
        { value: "oldest", label: t("admin.oldest") },
      ]}
      summaryOf={({ name, message, createdAt, removedAt }) => ({
        who: name,
        line: <span lang="">{message}</span>,
        at: formatWhen(language, createdAt, timeZone),
        chip: removedAt === null ? undefined : <Chip tone="bad">{t("admin.group_post_removed")}</Chip>,
      })}
      detail={(post) => <PostDetail key={post.id} post={post} />}
    />
  )
}
