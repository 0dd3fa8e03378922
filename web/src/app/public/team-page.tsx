import { TeamSection } from "#features/publishing/team-section.tsx"
import { address } from "#platform/navigation/paths.ts"
import { usePage } from "#platform/page/page.tsx"
import { buttonClass } from "#ui/button.tsx"
import { CallBand } from "#ui/call-band.tsx"
import { Icon } from "#ui/icon.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

export function TeamPage() {
  const { t, language } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("team.title")} lead={t("team.lead")} />
      <TeamSection />
      <CallBand title={t("team.join_title")} lead={t("team.join_lead")}>
        <a className={buttonClass("light")} href={address(language, "/#membership")}>
          {t("team.join")}
          <Icon name="right" />
        </a>
      </CallBand>
    </SiteLayout>
  )
}
