import type { DonationMonth } from "@haitech/contract/admin/donations"
import { routes } from "@haitech/contract/routes"
import { useDonationsAdminApp } from "#platform/app/app.tsx"
import { formatMonth } from "#platform/i18n/months.ts"
import { formatMoney, formatNumber } from "#platform/i18n/numbers.ts"
import { useDonationMonths } from "./api.ts"

const SHOWN_MONTHS = 12
const HEIGHT = 100
const BAR = 0.7

/** Sums by month: a plot of the last twelve, and a table of all. */
export function DonationMonths() {
  const { t, language } = useDonationsAdminApp()
  const months = useDonationMonths().data?.months ?? []
  const last = months.at(-1)
  if (!last) return null
  const recent = lastMonths(months, last.month)
  const total = recent.reduce((sum, { net }) => sum + net, 0)
  return (
    <details className="gift-months">
      <summary>
        {t("admin.gift_months")} <strong>{formatMoney(language, total, "usd")}</strong>
      </summary>
      <Plot months={recent} />
      <div className="gift-table" role="region" aria-label={t("admin.gift_months_table")} tabIndex={0}>
        <MonthTable months={months} />
      </div>
      <p>
        <a className="link" href={routes.exportDonationMonths.path} download="">
          {t("admin.gift_months_export")}
        </a>
      </p>
    </details>
  )
}

function Plot({ months }: { readonly months: readonly DonationMonth[] }) {
  const { t, language } = useDonationsAdminApp()
  const highest = Math.max(1, ...months.map(({ net }) => net))
  return (
    <figure className="gift-plot">
      <figcaption className="small text-muted">
        {t("admin.gift_plot", { amount: formatMoney(language, highest, "usd") })}
      </figcaption>
      <svg viewBox={`0 0 ${months.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {months.map(({ month, net }, index) => {
          const height = (Math.max(0, net) / highest) * HEIGHT
          return <rect key={month} x={index + (1 - BAR) / 2} y={HEIGHT - height} width={BAR} height={height} />
        })}
      </svg>
      <div aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{formatMonth(language, month).split(" ")[0]?.slice(0, 4)}</span>
        ))}
      </div>
    </figure>
  )
}

function MonthTable({ months }: { readonly months: readonly DonationMonth[] }) {
  const { t, language } = useDonationsAdminApp()
  const money = (cents: number) => formatMoney(language, cents, "usd")
  return (
    <table>
      <caption className="sr">{t("admin.gift_months_table")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("admin.month")}</th>
          <th scope="col">{t("admin.donations")}</th>
          <th scope="col">{t("admin.amount")}</th>
          <th scope="col">{t("admin.gift_refunded")}</th>
          <th scope="col">{t("admin.gift_disputed")}</th>
          <th scope="col">{t("admin.net")}</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, count, amount, refunded, disputed, net }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(language, month)}</th>
            <td>{formatNumber(language, count)}</td>
            <td>{money(amount)}</td>
            <td>{money(refunded)}</td>
            <td>{money(disputed)}</td>
            <td>{money(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The twelve months that end with `last`, also those without gifts. */
function lastMonths(months: readonly DonationMonth[], last: string): DonationMonth[] {
  const [year = 0, month = 1] = last.split("-").map(Number)
  return Array.from({ length: SHOWN_MONTHS }, (_, index) => {
    const name = new Date(Date.UTC(year, month - SHOWN_MONTHS + index, 1)).toISOString().slice(0, 7)
    return (
      months.find((known) => known.month === name) ?? {
        month: name,
        count: 0,
        amount: 0,
        refunded: 0,
        disputed: 0,
        net: 0,
      }
    )
  })
}
