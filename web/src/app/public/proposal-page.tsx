import { PROPOSAL_TEXTS, ProposalCard } from "#features/appointments/proposal-card.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Asks a tutor whether they give the session of the link in an email. */
export function ProposalPage() {
  const { t, language } = usePage()
  const contactPage = address(language, "/contact")
  return (
    <SiteLayout>
      <PageHead title={t("proposal.title")} lead={t("proposal.lead")} />
      <div className="wrap pt-8 pb-40">
        <div className="card raised max-w-[52rem] p-5 sm:p-8">
          <noscript>
            <p>
              {t("proposal.plain")} <a href={contactPage}>{t("donate.write")}</a>
            </p>
          </noscript>
          <Island of={ProposalCard} when="visible" props={{ texts: pick(t, PROPOSAL_TEXTS), language, contactPage }} />
        </div>
      </div>
    </SiteLayout>
  )
}
