import { formatDay } from "@haitech/contract/clock"
import type { Profile } from "@haitech/contract/members"
import { useApp } from "#platform/app.tsx"

/** §2 Profile, "account overview", with the account's own figures. */
export function Overview({ profile }: { readonly profile: Profile }) {
  const { t, language, timeZone } = useApp()
  const ways = [profile.hasPassword && t("profile.a_password"), profile.hasGoogle && t("profile.google")].filter(
    Boolean,
  )
  const facts = [
    [t("form.email"), profile.email],
    [t("profile.role"), t(`role.${profile.role}`)],
    [t("profile.member_since"), formatDay(language, profile.createdAt, timeZone)],
    [t("profile.signs_in_with"), ways.join(", ")],
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
