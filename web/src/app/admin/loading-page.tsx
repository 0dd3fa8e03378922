import { AppLayout } from "#app/member/layout.tsx"
import { usePage } from "#platform/page.tsx"
import { Spinner } from "#ui/spinner.tsx"

/** §2 /admin, before it is known whether somebody is signed in. */
export function LoadingPage() {
  const { t } = usePage()
  return (
    <AppLayout>
      <h1 className="sr">{t("admin.title")}</h1>
      <div className="grid place-items-center gap-5 py-16" role="status">
        <Spinner />
        <p className="lead">{t("overlay.loading")}</p>
      </div>
    </AppLayout>
  )
}
