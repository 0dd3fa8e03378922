import { FactorSettings } from "#features/accounts/admin/factor-settings.tsx"
import { useAdminApp } from "#platform/app/app.tsx"

export function SecurityPage() {
  const { t } = useAdminApp()
  return (
    <div className="admin-security">
      <h1 id="admin-title" tabIndex={-1}>
        {t("factor.title")}
      </h1>
      <p className="text-muted">{t("factor.about")}</p>
      <FactorSettings />
    </div>
  )
}
