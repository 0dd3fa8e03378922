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

export function Overview({ profile }: { readonly profile: Profile }) {
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
