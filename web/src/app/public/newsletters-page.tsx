import { NEWSLETTER_CHOICE_TEXTS, NewsletterChoiceCard } from "#features/outreach/newsletter-choice.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Where the link in each newsletter leads: its reader chooses topics, or leaves. */
export function NewslettersPage() {
  const { t, language } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("newsletters.title")} lead={t("newsletters.lead")} />
      <div className="wrap pt-8 pb-40">
        <div className="card raised max-w-[44rem] p-5 sm:p-8">
          <noscript>
            <p>
              {t("newsletters.plain")} <a href={address(language, "/contact")}>{t("donate.write")}</a>
            </p>
          </noscript>
          <Island
            of={NewsletterChoiceCard}
            when="visible"
            props={{
              texts: pick(t, NEWSLETTER_CHOICE_TEXTS),
              language,
              contactPage: address(language, "/contact"),
            }}
          />
        </div>
      </div>
    </SiteLayout>
  )
}
