import { ClosedDays } from "#features/appointments/admin/closed-days.tsx"
import { OpeningHoursForm } from "#features/chat/admin/opening-hours-form.tsx"
import { useOpeningHoursApp } from "#platform/app/app.tsx"

export function OpeningHoursPage() {
  const { t } = useOpeningHoursApp()
  return (
    <div className="admin-page">
      <h1 id="admin-title" tabIndex={-1}>
        {t("admin.opening_hours")}
      </h1>
      <p className="text-muted">{t("admin.opening_hours_about")}</p>
      <OpeningHoursForm />
      <section className="admin-box" aria-labelledby="closed-days-title">
        <h2 id="closed-days-title">{t("admin.closed_days")}</h2>
        <ClosedDays />
      </section>
    </div>
  )
}
