import { TestPayment } from "#features/donations/test-payment.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Stands in for the card provider's own payment page, where the sandbox is on (D6). */
export function TestPaymentPage() {
  const { t, testPayment } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("donate.test_title")} lead={t("donate.test_lead")} column />
      <div className="wrap column pt-8 pb-40">{testPayment && <TestPayment {...testPayment} />}</div>
    </SiteLayout>
  )
}
