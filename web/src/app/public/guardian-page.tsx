import { CONSENT_TEXT_VERSION } from "@haitech/contract/safeguarding"
import { GUARDIAN_TEXTS, GuardianCard } from "#features/safeguarding/guardian-card.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Shows the request of the link in an email to a guardian, and takes the answer. */
export function GuardianPage() {
  const { t, language, site } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("guardian.title")} lead={t("guardian.lead")} />
      <div className="wrap pt-8 pb-40">
        <div className="card raised max-w-[44rem] p-5 sm:p-8">
          <noscript>
            <p>
              {t("guardian.plain")} <a href={address(language, "/contact")}>{t("donate.write")}</a>
            </p>
          </noscript>
          <Island
            of={GuardianCard}
            when="visible"
            props={{
              texts: pick(t, GUARDIAN_TEXTS),
              language,
              timeZone: site.timeZone,
              textVersion: CONSENT_TEXT_VERSION,
              contactPage: address(language, "/contact"),
              safetyPage: address(language, "/safety"),
            }}
          />
        </div>
      </div>
    </SiteLayout>
  )
}
