import { useApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"

export function LoadError({ again }: { readonly again: () => unknown }) {
  const { t } = useApp()
  return (
    <div role="alert">
      <EmptyState symbol="lost" title={t("dashboard.failed_title")} sentence={t("dashboard.failed")}>
        <Button look="quiet" onClick={() => void again()}>
          {t("error.retry")}
        </Button>
      </EmptyState>
    </div>
  )
}
