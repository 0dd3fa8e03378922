import type { DonationDifference } from "@haitech/contract/admin/donations"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { useDifferences, useSettleDifference } from "./api.ts"
import { DIFFERENCE_TITLES, DIFFERENCES } from "./statuses.ts"

/** Where the donations and the card provider differ; nothing while they agree. */
export function DonationDifferences() {
  const { t } = useAdminApp()
  const differences = useDifferences().data?.differences ?? []
  if (differences.length === 0) return null
  return (
    <details className="gift-months" open>
      <summary>
        <strong>{t("admin.differences", { count: differences.length })}</strong>
      </summary>
      <p className="text-muted">{t("admin.differences_about")}</p>
      <ul className="gift-differences">
        {differences.map((difference) => (
          <li key={difference.id}>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
    </details>
  )
}

interface DetailProps {
  readonly difference: DonationDifference
  readonly onSettled: () => void
}

/** The open difference of the list of what waits. */
export function DifferenceDetail({ difference, onSettled }: DetailProps) {
  const { label } = useAdminApp()
  return (
    <>
      <h2>{label(DIFFERENCE_TITLES, difference.kind)}</h2>
      <Difference difference={difference} onSettled={onSettled} />
    </>
  )
}

function Difference({ difference, onSettled }: Pick<DetailProps, "difference"> & Partial<DetailProps>) {
  const { t, language, timeZone, showToast, showFailure } = useAdminApp()
  const { mutate: settle, isPending } = useSettleDifference()
  const { id, kind, intentId, donationId, recorded, taken, currency, foundAt } = difference
  const known = entryOf(DIFFERENCES, kind)
  const amounts = {
    recorded: recorded === null ? "–" : formatMoney(language, recorded, kind === "currency" ? "usd" : currency),
    taken: taken === null ? "–" : formatMoney(language, taken, currency),
  }
  const finish = () => {
    showToast("success", t("admin.difference_settled"), t("admin.difference_settled_about"))
    onSettled?.()
  }
  return (
    <div className="grid gap-3">
      <p>
        <strong>{known ? t(known.text, amounts) : kind}</strong>
      </p>
      {known && <p>{t(known.todo)}</p>}
      <dl className="admin-facts">
        <dt>{t("admin.payment")}</dt>
        <dd>{intentId}</dd>
        <dt>{t("admin.difference_found")}</dt>
        <dd>{formatWhen(language, foundAt, timeZone).exact}</dd>
      </dl>
      <p className="flex flex-wrap items-center gap-4">
        <BusyButton
          compact
          look="quiet"
          isBusy={isPending}
          onClick={() => settle(id, { onSuccess: finish, onError: showFailure })}
        >
          {t("admin.difference_settle")}
        </BusyButton>
        {donationId && <AppLink to={`/donations?open=${donationId}`}>{t("admin.difference_open")}</AppLink>}
      </p>
    </div>
  )
}
