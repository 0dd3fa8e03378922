import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { CallBand } from "#ui/call-band.tsx"
import { Icon } from "#ui/icon.tsx"

/** Spec §2, blog: "Join Free Membership", below the list and below every article. */
export function BlogBand() {
  const { t, language } = usePage()
  return (
    <CallBand title={t("blog.join_title")} lead={t("blog.join_lead")}>
      <a className={buttonClass("light")} href={address(language, "/#membership")}>
        {t("blog.join")}
        <Icon name="right" />
      </a>
    </CallBand>
  )
}
