import { useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"

export function NotFoundPage() {
  const { t } = useApp()
  return (
    <EmptyState symbol="lost" sentence={t("dashboard.lost")}>
      <AppLink className={buttonClass("quiet")} to="/">
        {t("dashboard.to_home")}
      </AppLink>
    </EmptyState>
  )
}
