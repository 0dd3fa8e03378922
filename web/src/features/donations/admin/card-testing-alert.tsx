import type { CardTesting } from "@haitech/contract/admin/accounts"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"

/** Shown while stolen cards are tried, and for a day longer. */
export function CardTestingAlert({ attack }: { readonly attack: CardTesting }) {
  const { t, language, timeZone } = useAdminApp()
  const { startedAt, endedAt, attempts, declines } = attack
  const [when, end] = [startedAt, endedAt ?? startedAt].map((at) => formatWhen(language, at, timeZone).exact)
  return (
    <div className={endedAt ? "notice caution admin-alert" : "notice failure admin-alert"} role="status">
      <p>
        <strong>
          {t(endedAt ? "admin.card_testing_over" : "admin.card_testing_on", { when: when ?? "", end: end ?? "" })}
        </strong>
      </p>
      <p>
        {t("admin.card_testing_counts", {
          attempts: formatNumber(language, attempts),
          declines: formatNumber(language, declines),
        })}
      </p>
      <p>{t("admin.card_testing_todo")}</p>
    </div>
  )
}
