import { MAX_AMOUNT, MIN_AMOUNT } from "@haitech/contract/money"
import { MONTHLY_GIFT_TEXTS, MonthlyGiftCard } from "#features/donations/monthly-gift.tsx"
import { pick } from "#platform/i18n/texts.ts"
import { address } from "#platform/navigation/paths.ts"
import { Island } from "#platform/page/island.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Shows and changes the monthly gift of the link in a receipt. */
export function MonthlyGiftPage() {
  const { t, language, site } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("monthly_gift.title")} lead={t("monthly_gift.lead")} />
      <div className="wrap pt-8 pb-40">
        <div className="card raised max-w-[34rem] p-5 sm:p-8">
          <Island
            of={MonthlyGiftCard}
            when="visible"
            props={{
              texts: pick(t, MONTHLY_GIFT_TEXTS),
              language,
              timeZone: site.timeZone,
              contactPage: address(language, "/contact"),
              donatePage: address(language, "/donate"),
              limits: { min: MIN_AMOUNT, max: MAX_AMOUNT },
            }}
          />
        </div>
      </div>
    </SiteLayout>
  )
}
