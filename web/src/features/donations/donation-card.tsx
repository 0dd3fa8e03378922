import { DONATION_MESSAGE_LENGTH, PLACEHOLDER_EMAIL } from "@haitech/contract/donations"
import { EMAIL_LENGTH, NAME_LENGTH } from "@haitech/contract/text"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { Lambrequin } from "#ui/lambrequin.tsx"
import { DonationForm } from "./donation-form.tsx"
import { DONATION_TEXTS } from "./donation-texts.ts"
import { thanksWithFigures } from "./figures.ts"
import { testCards } from "./test-payment.tsx"

const LENGTHS = { name: NAME_LENGTH, email: EMAIL_LENGTH, message: DONATION_MESSAGE_LENGTH }
const LINKS = [
  { to: "/#impact", label: "contact.see_impact" },
  { to: "/programs", label: "contact.see_programs" },
] as const

/** The card around the donation form. A plain HTML post returns to #donate. */
export function DonationCard() {
  const { t, language, form, payments, site, giftFigures } = usePage()
  const isOn = payments !== undefined && payments.provider !== "none"
  return (
    <section
      id="donate"
      className="card raised overflow-hidden rounded-xl lg:col-start-2 lg:row-span-3 lg:row-start-1"
      aria-labelledby="donate-title"
      data-payments={payments?.provider}
    >
      <div className="card-eave flex items-center justify-between gap-3">
        <h2 id="donate-title" className="text-[1.375rem]">
          {isOn ? t("donate.give") : t("donate.off")}
        </h2>
        {payments?.provider === "sandbox" && <span className="test-mode">{t("donate.test")}</span>}
        <Lambrequin id="donation-eave" />
      </div>
      <div className="px-5 pt-12 pb-6 sm:px-8 sm:pb-8">
        {isOn ? (
          <Island
            of={DonationForm}
            when="interaction"
            props={{
              texts: pick(t, DONATION_TEXTS),
              language,
              page: address(language, "/donate"),
              siteName: site.name,
              payments,
              testCards: payments.provider === "sandbox" ? testCards(t) : [],
              lengths: LENGTHS,
              placeholderEmail: PLACEHOLDER_EMAIL,
              figures: thanksWithFigures(t, language, giftFigures),
              ways: LINKS.map(({ to, label }) => ({ label: t(label), href: address(language, to) })),
              ...(form?.name === "donation" && { initialResult: form }),
            }}
          />
        ) : (
          <p>{t("donate.off_text")}</p>
        )}
      </div>
    </section>
  )
}
