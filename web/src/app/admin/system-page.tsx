import { SystemReport } from "#features/system/admin/report.tsx"
import { VitalsReport } from "#features/system/admin/vitals-report.tsx"
import { useSystemAdminApp } from "#platform/app/app.tsx"

export function SystemPage() {
  const { t } = useSystemAdminApp()
  return (
    <div className="admin-page">
      <h1 id="admin-title" tabIndex={-1}>
        {t("system.title")}
      </h1>
      <p className="text-muted">{t("system.about")}</p>
      <SystemReport />
      <VitalsReport />
    </div>
  )
}
