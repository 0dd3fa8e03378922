import { RetentionList } from "#features/system/admin/retention-list.tsx"
import { useRetentionApp } from "#platform/app/app.tsx"

const FIXED = [
  "retention.fixed_donations",
  "retention.fixed_cases",
  "retention.fixed_consents",
  "retention.fixed_history",
] as const

export function RetentionPage() {
  const { t } = useRetentionApp()
  return (
    <div className="admin-page">
      <h1 id="admin-title" tabIndex={-1}>
        {t("retention.title")}
      </h1>
      <p className="text-muted">{t("retention.about")}</p>
      <RetentionList />
      <section className="admin-box" aria-labelledby="retention-fixed">
        <h2 id="retention-fixed">{t("retention.fixed")}</h2>
        <ul className="retention-fixed">
          {FIXED.map((text) => (
            <li key={text}>{t(text)}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}
