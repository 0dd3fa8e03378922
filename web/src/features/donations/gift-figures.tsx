import { formatDay } from "@haitech/contract/clock"
import { usePage } from "#platform/page/page.tsx"
import { shownFigures } from "./figures.ts"

/** Absent while every figure is 0. */
export function GiftFigures() {
  const { t, language, giftFigures } = usePage()
  const shown = shownFigures(t, language, giftFigures)
  if (!giftFigures || shown.length === 0) return null
  return (
    <section className="card raised figures-card p-6 lg:p-8" aria-labelledby="done-title">
      <h2 id="done-title" className="text-[1.5rem]">
        {t("donate.done")}
      </h2>
      <p className="mt-2 text-muted">{t("donate.done_lead")}</p>
      <dl className="gift-figures mt-6">
        {shown.map(({ name, value, label }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small mt-4 text-muted">
        {t("donate.done_through", { day: formatDay(language, `${giftFigures.through}T00:00:00Z`, "UTC") })}
      </p>
    </section>
  )
}
