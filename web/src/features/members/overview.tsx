import { formatDay } from "@haitech/contract/clock"
import type { Profile } from "@haitech/contract/members"
import { useProfileApp } from "#platform/app/app.tsx"

const ROLES = {
  student: "role.student",
  volunteer: "role.volunteer",
  mentor: "role.mentor",
  ambassador: "role.ambassador",
  admin: "role.admin",
} as const

interface Props {
  readonly profile: Profile
  /** Names and values of what the member has done. */
  readonly figures: readonly (readonly [string, string])[]
}

export function Overview({ profile, figures }: Props) {
  const { t, label, language, timeZone } = useProfileApp()
  const signInMethods = [
    profile.hasPassword && t("profile.a_password"),
    profile.hasGoogle && t("profile.google"),
  ].filter(Boolean)
  const role = label(ROLES, profile.role)
  const facts = [
    [t("form.email"), profile.email],
    [t("profile.role"), profile.isRoleWaiting ? t("profile.role_waits", { role }) : role],
    [t("profile.member_since"), formatDay(language, profile.createdAt, timeZone)],
    [t("profile.signs_in_with"), signInMethods.join(", ")],
    ...figures,
  ]
  return (
    <dl className="own-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
