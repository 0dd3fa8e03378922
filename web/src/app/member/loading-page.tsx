import { usePage } from "#platform/page.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { AppLayout } from "./layout.tsx"

/** §2 /member-dashboard, "While loading". */
export function LoadingPage() {
  const { t } = usePage()
  return (
    <AppLayout>
      <h1 className="sr">{t("dashboard.title")}</h1>
      <LoadingOverlay message={t("dashboard.loading")} />
    </AppLayout>
  )
}
