import type { LearningSummary } from "@haitech/contract/learning"
import { useLearningApp } from "#platform/app/app.tsx"
import { namesOfDay } from "#platform/i18n/days.ts"
import { pluralOf } from "#platform/i18n/plural.ts"

const COUNTED = { one: "week.one", other: "week.other" } as const

/** A sequin for each of the last seven days. Days without learning count for nothing, and take nothing away. */
export function WeekCard({ week }: Pick<LearningSummary, "week">) {
  const { t, language } = useLearningApp()
  const days = week.map(({ date, lessons, answers }) => ({
    date,
    isLit: lessons + answers > 0,
    ...namesOfDay(language, date),
  }))
  const lit = days.filter(({ isLit }) => isLit)
  const label = lit.map(({ weekday }) => weekday).join(", ")
  return (
    <section className="card step" aria-labelledby="this-week">
      <h2 id="this-week">{t("week.title")}</h2>
      <div className="sequins row learning-week" role="img" aria-label={label || t("week.no_day")}>
        {days.map(({ date, isLit, shortWeekday }, index) => (
          <span key={date}>
            <i className={[isLit && "on", index === days.length - 1 && "learning-today"].filter(Boolean).join(" ")} />
            <small>{shortWeekday.slice(0, 3)}</small>
          </span>
        ))}
      </div>
      <p className="text-muted">
        {lit.length === 0 ? t("week.none") : t(COUNTED[pluralOf(language, lit.length)], { count: lit.length })}
      </p>
    </section>
  )
}
