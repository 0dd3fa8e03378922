import { useApp } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"

/** Something could not be loaded; the way to try once more. */
export function Trouble({ again }: { readonly again: () => unknown }) {
  const { t } = useApp()
  return (
    <div className="grid justify-items-start gap-4" role="alert">
      <p>
        <strong>{t("dashboard.failed_title")}</strong>
        <br />
        {t("dashboard.failed")}
      </p>
      <Button look="quiet" onClick={() => void again()}>
        {t("error.retry")}
      </Button>
    </div>
  )
}
