import { DonationCard } from "#features/donations/donation-card.tsx"
import { GiftFigures } from "#features/donations/gift-figures.tsx"
import { ContactCard } from "#features/outreach/admin/contact-card.tsx"
import { PageLink } from "#platform/navigation/link.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Medal } from "#ui/medal.tsx"
import { PageHero } from "#ui/page-hero.tsx"
import { SiteLayout } from "./layout.tsx"

const FACTS = [
  { symbol: "sun", colour: "text-give", name: "donate.deductible", text: "donate.deductible_text" },
  { symbol: "mail", colour: "text-action", name: "donate.receipt", text: "donate.receipt_text" },
  { symbol: "people", colour: "text-info", name: "donate.use", text: "donate.use_text" },
  { symbol: "heart", colour: "text-hibiscus", name: "donate.final", text: "donate.final_text" },
] as const

/** Spec §2 Donate / contact page: the contact form on the left, the donation form on the right. */
export function DonatePage() {
  const { t } = usePage()
  return (
    <SiteLayout>
      <PageHero title={t("donate.title")} lead={t("donate.lead")} pill={t("donate.badge")} />
      <div className="wrap relative z-1 -mt-14 grid items-start gap-x-10 gap-y-5 pb-40 lg:grid-cols-[1fr_30rem] lg:grid-rows-[auto_auto_1fr]">
        {/* The donation comes first, so that it is at the top of a phone's screen. */}
        <DonationCard />
        <GiftFigures />
        <ContactCard title={t("donate.write")} lead={t("donate.write_lead")} when="touch" />
        <section className="card raised p-6 lg:p-8" aria-labelledby="know-title">
          <h2 id="know-title" className="text-[1.5rem]">
            {t("donate.know")}
          </h2>
          <ul className="mt-6 grid gap-6">
            {FACTS.map(({ symbol, colour, name, text }) => (
              <li key={name} className="flex items-start gap-4">
                <Medal symbol={symbol} className={`size-12 ${colour}`} />
                <div>
                  <h3 className="text-[1.0625rem]">{t(name)}</h3>
                  <p className="mt-1 text-muted">{t(text)}</p>
                  {name === "donate.receipt" && (
                    <PageLink to="/receipts" className="more">
                      {t("donate.find_receipts")}
                    </PageLink>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </SiteLayout>
  )
}
