import { SignupCard } from "#features/accounts/signup-card.tsx"
import { OWN_TEXTS } from "#features/volunteers/own-application.tsx"
import { APPLICATIONS_TEXTS, OwnApplications } from "#features/volunteers/own-applications.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Shows the application of the link in an email, or those of the member. */
export function ApplicationPage() {
  const { t, language, site } = usePage()
  const contact = address(language, "/contact")
  return (
    <SiteLayout>
      <PageHead title={t("application.title")} lead={t("application.lead")} />
      <div className="wrap pt-8 pb-40">
        <div className="grid max-w-[52rem] gap-5">
          <div className="card raised p-5 sm:p-8">
            <noscript>
              <p>
                {t("application.plain")} <a href={contact}>{t("donate.write")}</a>
              </p>
            </noscript>
            <Island
              of={OwnApplications}
              when="visible"
              props={{
                texts: pick(t, [...APPLICATIONS_TEXTS, ...OWN_TEXTS]),
                language,
                timeZone: site.timeZone,
                pages: { contact, login: address(language, "/login"), apply: address(language, "/apply") },
              }}
            />
          </div>
          <SignupCard />
        </div>
      </div>
    </SiteLayout>
  )
}
