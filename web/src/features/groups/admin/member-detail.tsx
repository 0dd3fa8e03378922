import type { GroupMember } from "@haitech/contract/admin/groups"
import type { AGE_GROUPS } from "@haitech/contract/safeguarding"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { useDeleteBirthYear } from "./api.ts"
import { MemberRemoval } from "./removal-button.tsx"

export const AGE_TEXTS = {
  adult: "admin.group_age_adult",
  minor: "admin.group_age_minor",
  child: "admin.group_age_child",
  unknown: "admin.group_age_unknown",
} as const satisfies Readonly<Record<(typeof AGE_GROUPS)[number], string>>

interface Props {
  readonly groupId: string
  readonly member: GroupMember
}

export function MemberDetail({ groupId, member }: Props) {
  const { t, language, timeZone, showToast, showFailure } = useGroupsAdminApp()
  const { mutate: forget, isPending } = useDeleteBirthYear(member)
  const { userId, name, age, joinedAt, removedAt, removedReason } = member
  const onSuccess = () => showToast("success", t("admin.group_saved"), t("admin.group_birth_year_deleted"))
  return (
    <>
      <h2>{name}</h2>
      <dl className="admin-facts">
        <dt>{t("admin.group_age")}</dt>
        <dd>{t(AGE_TEXTS[age])}</dd>
        <dt>{t("admin.group_joined")}</dt>
        <dd>{formatWhen(language, joinedAt, timeZone).exact}</dd>
        <dt>{t("admin.state")}</dt>
        <dd>{t(removedAt === null ? "admin.group_member_in" : "admin.group_member_out")}</dd>
        {removedReason && (
          <>
            <dt>{t("admin.group_reason")}</dt>
            <dd>{removedReason}</dd>
          </>
        )}
      </dl>
      <p className="admin-links">
        <AppLink to={`/users?open=${userId}`}>{t("admin.users")}</AppLink>
      </p>
      <div className="admin-dock">
        <MemberRemoval membership={{ groupId, userId }} isRemoved={removedAt !== null} />
        {age !== "unknown" && (
          <BusyButton
            compact
            look="quiet"
            isBusy={isPending}
            onClick={() => forget(undefined, { onSuccess, onError: showFailure })}
          >
            {t("admin.group_birth_year_delete")}
          </BusyButton>
        )}
      </div>
    </>
  )
}
