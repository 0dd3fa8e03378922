import type { Ambassador } from "@haitech/contract/ambassadors"
import type { CSSProperties } from "react"
import { useAmbassadorApp } from "#platform/app/app.tsx"
import { formatMonth } from "#platform/i18n/months.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { pluralOf } from "#platform/i18n/plural.ts"

const COUNTED = { one: "ambassador.joined_one", other: "ambassador.joined_other" } as const

export function CountCard({ joined, months }: Pick<Ambassador, "joined" | "months">) {
  const { t, language } = useAmbassadorApp()
  return (
    <section className="card grid content-start gap-4 p-5 sm:p-7" aria-labelledby="joined">
      <h2 id="joined" className="text-[1.375rem]">
        {t("ambassador.joined_title")}
      </h2>
      <p className="ambassador-total">
        <strong>{formatNumber(language, joined)}</strong> {t(COUNTED[pluralOf(language, joined)])}
      </p>
      {joined === 0 ? <p>{t("ambassador.nobody")}</p> : <Months months={months} />}
      <p className="small text-muted">{t("ambassador.not_who")}</p>
    </section>
  )
}

/** The bars are decoration: each row has its number. */
function Months({ months }: Pick<Ambassador, "months">) {
  const { t, language } = useAmbassadorApp()
  const most = Math.max(1, ...months.map(({ joined }) => joined))
  return (
    <table className="ambassador-months">
      <caption className="sr">{t("ambassador.months")}</caption>
      <thead className="sr">
        <tr>
          <th scope="col">{t("ambassador.month")}</th>
          <th scope="col">{t("ambassador.month_joined")}</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, joined }) => (
          <tr key={month} style={{ "--part": joined / most } as CSSProperties}>
            <th scope="row">{formatMonth(language, month)}</th>
            <td>{formatNumber(language, joined)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
