import { AppLayout } from "#app/member/layout.tsx"
import { usePage } from "#platform/page.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"

/** §2 /admin, before it is known whether somebody is signed in. */
export function LoadingPage() {
  const { t } = usePage()
  return (
    <AppLayout>
      <h1 className="sr">{t("admin.title")}</h1>
      <LoadingOverlay message={t("overlay.loading")} />
    </AppLayout>
  )
}
