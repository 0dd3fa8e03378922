import type { GroupReport } from "@haitech/contract/admin/groups"
import { useRef } from "react"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { useSettleReport } from "./api.ts"
import { MemberRemoval, PostRemoval } from "./removal-button.tsx"

export function ReportDetail({ report }: { readonly report: GroupReport }) {
  const { t, showFailure } = useGroupsAdminApp()
  const heading = useRef<HTMLHeadingElement>(null)
  const { mutate: settle, isPending } = useSettleReport(report)
  const { groupId, postId, authorId, quote, settledAt, isPostRemoved, isAuthorRemoved } = report
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {report.groupName}
      </h2>
      <ReportFacts report={report} />
      <blockquote className="admin-words" lang="">
        {quote}
      </blockquote>
      <p className="admin-links">
        <AppLink to={`/groups/${groupId}/posts`}>{t("admin.group_posts")}</AppLink>
        <AppLink to={`/groups/${groupId}/members`}>{t("admin.group_members")}</AppLink>
      </p>
      <div className="admin-dock">
        {postId && <PostRemoval postId={postId} isRemoved={isPostRemoved} />}
        {authorId && <MemberRemoval membership={{ groupId, userId: authorId }} isRemoved={isAuthorRemoved} />}
        <BusyButton
          compact
          look="quiet"
          isBusy={isPending}
          onClick={() => {
            heading.current?.focus()
            settle(settledAt === null, { onError: showFailure })
          }}
        >
          {t(settledAt === null ? "admin.group_report_settle" : "admin.group_report_reopen")}
        </BusyButton>
      </div>
    </>
  )
}

function ReportFacts({ report }: { readonly report: GroupReport }) {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { source, reporterName, authorName, reason, createdAt, settledAt } = report
  const when = (at: string) => formatWhen(language, at, timeZone).exact
  return (
    <dl className="admin-facts">
      <dt>{t("admin.group_report_author")}</dt>
      <dd>{authorName ?? t("admin.no_name")}</dd>
      <dt>{t("admin.group_report_by")}</dt>
      <dd>{source === "detector" ? t("admin.group_report_detector") : (reporterName ?? t("admin.no_name"))}</dd>
      {reason && (
        <>
          <dt>{t("admin.group_report_reason")}</dt>
          <dd lang="">{reason}</dd>
        </>
      )}
      <dt>{t("admin.group_report_at")}</dt>
      <dd>{when(createdAt)}</dd>
      {settledAt !== null && (
        <>
          <dt>{t("admin.group_report_settled")}</dt>
          <dd>{when(settledAt)}</dd>
        </>
      )}
    </dl>
  )
}
