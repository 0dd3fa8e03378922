import type { GroupRecord } from "@haitech/contract/admin/groups"
import { cityOf, formatDay, formatHour } from "@haitech/contract/clock"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { useCloseGroup } from "./api.ts"

interface Props {
  readonly group: GroupRecord
  readonly onEdit: () => void
}

export function GroupDetail({ group, onEdit }: Props) {
  const { t, showFailure } = useGroupsAdminApp()
  const { mutate: close, isPending } = useCloseGroup(group)
  const { id, name, texts, isClosed } = group
  return (
    <>
      <h2>{name}</h2>
      <GroupFacts group={group} />
      {texts.map(({ language, name: own, description }) => (
        <p key={language} className="admin-words" lang={language}>
          <b>{own}</b> {description}
        </p>
      ))}
      <p className="admin-links">
        <AppLink to={`/groups/${id}/members`}>{t("admin.group_members")}</AppLink>
        <AppLink to={`/groups/${id}/posts`}>{t("admin.group_posts")}</AppLink>
        <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
      </p>
      <div className="admin-dock">
        <Button compact onClick={onEdit}>
          {t("admin.edit")}
        </Button>
        <BusyButton compact look="quiet" isBusy={isPending} onClick={() => close(!isClosed, { onError: showFailure })}>
          {t(isClosed ? "admin.group_reopen" : "admin.group_close")}
        </BusyButton>
      </div>
    </>
  )
}

function GroupFacts({ group }: Pick<Props, "group">) {
  const { t, language, timeZone } = useGroupsAdminApp()
  const { mentorName, mentorScreenedUntil, isMentorValid, meeting, memberCount, capacity, isClosed } = group
  return (
    <dl className="admin-facts">
      <dt>{t("admin.state")}</dt>
      <dd>{t(isClosed ? "admin.group_is_closed" : "admin.group_is_open")}</dd>
      <dt>{t("admin.group_members")}</dt>
      <dd>{t("admin.group_line", { members: memberCount, capacity })}</dd>
      <dt>{t("admin.group_mentor")}</dt>
      <dd>
        {mentorName ?? t("admin.group_mentor_none")} (
        {t(isMentorValid ? "admin.group_mentor_valid" : "admin.group_mentor_invalid")})
      </dd>
      {mentorScreenedUntil && (
        <>
          <dt>{t("admin.group_screened")}</dt>
          <dd>{formatWhen(language, mentorScreenedUntil, timeZone).exact}</dd>
        </>
      )}
      <dt>{t("admin.group_meeting")}</dt>
      <dd>
        {meeting
          ? `${formatDay(language, meeting.startsAt, meeting.timeZone)}, ${formatHour(language, meeting.startsAt, meeting.timeZone)} (${cityOf(meeting.timeZone)})`
          : t("admin.group_meeting_none")}
      </dd>
    </dl>
  )
}
