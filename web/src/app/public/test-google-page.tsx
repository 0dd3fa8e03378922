import { TestGoogle } from "#features/accounts/test-google.tsx"
import { usePage } from "#platform/page/page.tsx"
import { PageHead } from "#ui/page-head.tsx"
import { SiteLayout } from "./layout.tsx"

/** Stands in for Google's own page, where the sandbox is on (D3). */
export function TestGooglePage() {
  const { t, testGoogle } = usePage()
  return (
    <SiteLayout>
      <PageHead title={t("google.test_title")} lead={t("google.test_lead")} column />
      <div className="wrap column pt-8 pb-40">{testGoogle && <TestGoogle {...testGoogle} />}</div>
    </SiteLayout>
  )
}
