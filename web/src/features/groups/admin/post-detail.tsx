import type { GroupPostRecord } from "@haitech/contract/admin/groups"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { PostRemoval } from "./removal-button.tsx"

export function PostDetail({ post }: { readonly post: GroupPostRecord }) {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { id, name, message, createdAt, removedAt, removedReason } = post
  return (
    <>
      <h2>{name}</h2>
      <p className="text-muted">{formatWhen(language, createdAt, timeZone).exact}</p>
      <p className="admin-words" lang="">
        {message}
      </p>
      {removedReason && (
        <dl className="admin-facts">
          <dt>{t("admin.group_post_removed")}</dt>
          <dd>{removedAt && formatWhen(language, removedAt, timeZone).exact}</dd>
          <dt>{t("admin.group_reason")}</dt>
          <dd>{removedReason}</dd>
        </dl>
      )}
      <p className="admin-links">
        <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
      </p>
      <div className="admin-dock">
        <PostRemoval postId={id} isRemoved={removedAt !== null} />
      </div>
    </>
  )
}
