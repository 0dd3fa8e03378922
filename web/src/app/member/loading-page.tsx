import { usePage } from "#platform/page.tsx"
import { Spinner } from "#ui/spinner.tsx"
import { AppLayout } from "./layout.tsx"

/** §2 /member-dashboard, "While loading". */
export function LoadingPage() {
  const { t } = usePage()
  return (
    <AppLayout>
      <h1 className="sr">{t("dashboard.title")}</h1>
      <div className="grid place-items-center gap-5 py-16" role="status">
        <Spinner />
        <p className="lead">{t("dashboard.loading")}</p>
      </div>
    </AppLayout>
  )
}
