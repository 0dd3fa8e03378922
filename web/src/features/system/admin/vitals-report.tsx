import type { WebVitalsReport } from "@haitech/contract/admin/system"
import { formatDay } from "@haitech/contract/clock"
import { VITAL_NAMES, VITALS, type Vital } from "@haitech/contract/vitals"
import { useId, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useSystemAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { Chip } from "#ui/chip.tsx"
import { SelectField } from "#ui/field.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useWebVitals } from "./api.ts"
import { VITAL_TEXTS } from "./texts.ts"
import { boundOf, heightsOf, mondaysOf, type Percentile, pagesOf, type Rating, ratingOf, type Week } from "./vitals.ts"

const TONES = { good: "good", fair: "wait", poor: "bad" } as const
const BAR = 0.7

/** How fast pages are for those who visit them. */
export function VitalsReport() {
  const { t } = useSystemAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useWebVitals()
  const id = useId()
  return (
    <section className="admin-box system-area" aria-labelledby={id}>
      <h2 id={id}>{t("system.vitals")}</h2>
      <p className="small text-muted">{t("system.vitals_about")}</p>
      {error && <LoadFailed {...loadError(error, refetch)} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data && (data.weeks.length > 0 ? <Vitals report={data} /> : <Empty isOn={data.isOn} />)}
    </section>
  )
}

function Empty({ isOn }: { readonly isOn: boolean }) {
  const { t } = useSystemAdminApp()
  return <p className="mt-4">{t(isOn ? "system.vitals_empty" : "system.vitals_off")}</p>
}

function Vitals({ report: { weeks, groups } }: { readonly report: WebVitalsReport }) {
  const { t } = useSystemAdminApp()
  const pages = pagesOf(weeks)
  const [chosen, setChosen] = useState(pages[0])
  const mondays = mondaysOf(weeks)
  const ofPage = weeks.filter(({ page }) => page === chosen)
  return (
    <>
      <div className="vitals-page">
        <SelectField
          label={t("system.vitals_page")}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(pages.find((page) => page === currentTarget.value))}
        >
          {pages.map((page) => (
            <option key={page} value={page}>
              {page.replaceAll(":id", "…")}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="vitals-plots">
        {VITAL_NAMES.map((metric) => (
          <Plot
            key={metric}
            metric={metric}
            mondays={mondays}
            weeks={ofPage.filter((week) => week.metric === metric)}
          />
        ))}
      </div>
      <VitalsTable
        caption={t("system.vitals_weeks")}
        first={t("system.vitals_week")}
        rows={weekRows(mondays, ofPage)}
      />
      <VitalsTable caption={t("system.vitals_groups")} first={t("system.vitals_group")} rows={groupRows(groups)} />
    </>
  )
}

interface PlotProps {
  readonly metric: Vital
  readonly mondays: readonly string[]
  readonly weeks: readonly Week[]
}

function Plot({ metric, mondays, weeks }: PlotProps) {
  const { t, language } = useSystemAdminApp()
  const value = useValue()
  const shown = mondays.map((monday) => weeks.find(({ week }) => week === monday))
  const { bars, good, poor } = heightsOf(metric, shown)
  const last = weeks.at(-1)
  const limits = { good: value.number(metric, VITALS[metric].good), poor: value.number(metric, VITALS[metric].poor) }
  return (
    <figure className="vitals-plot">
      <figcaption>
        <strong>{t(VITAL_TEXTS[metric])}</strong> {last && <Rated percentile={last} />}
        <span className="small text-muted">{t("system.vitals_limits", limits)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${mondays.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((height, index) => {
          const week = shown[index]
          if (height === undefined || !week) return null
          const x = index + (1 - BAR) / 2
          return <rect key={week.week} className={ratingOf(week)} x={x} y={100 - height} width={BAR} height={height} />
        })}
        {[good, poor].map((height) => (
          <line key={height} x1="0" x2={mondays.length} y1={100 - height} y2={100 - height} />
        ))}
      </svg>
      <div className="small text-muted" aria-hidden="true">
        {[mondays[0], mondays.at(-1)].map((monday) => (
          <span key={monday}>{monday && formatDay(language, `${monday}T00:00:00Z`, "UTC")}</span>
        ))}
      </div>
    </figure>
  )
}

function Rated({ percentile }: { readonly percentile: Percentile }) {
  const { t } = useSystemAdminApp()
  const rating = ratingOf(percentile)
  return (
    <>
      {useValue().text(percentile)} <Chip tone={TONES[rating]}>{t(`system.vitals_${rating satisfies Rating}`)}</Chip>
    </>
  )
}

function useValue() {
  const { t, language } = useSystemAdminApp()
  const number = (metric: Vital, bound: number) =>
    metric === "CLS" ? formatNumber(language, bound / 1000) : `${formatNumber(language, bound)}\u00a0ms`
  return {
    number,
    text(percentile: Percentile) {
      const { isOver, bound } = boundOf(percentile)
      return t(isOver ? "system.vitals_over" : "system.vitals_up_to", { value: number(percentile.metric, bound) })
    },
  }
}

interface Row {
  readonly name: string
  readonly percentiles: readonly Percentile[]
}

interface TableProps {
  readonly caption: string
  readonly first: string
  readonly rows: readonly Row[]
}

function VitalsTable({ caption, first, rows }: TableProps) {
  const { t, language } = useSystemAdminApp()
  return (
    <div className="vitals-table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {VITAL_NAMES.map((metric) => (
              <th key={metric} scope="col">
                {t(VITAL_TEXTS[metric])}
              </th>
            ))}
            <th scope="col">{t("system.vitals_visits")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, percentiles }) => (
            <tr key={name}>
              <th scope="row">{nameOf(name, language, t("system.vitals_unknown"))}</th>
              {VITAL_NAMES.map((metric) => {
                const percentile = percentiles.find((one) => one.metric === metric)
                return <td key={metric}>{percentile ? <Rated percentile={percentile} /> : "–"}</td>
              })}
              <td>{formatNumber(language, Math.max(...percentiles.map(({ visits }) => visits)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function weekRows(mondays: readonly string[], weeks: readonly Week[]): Row[] {
  return mondays
    .toReversed()
    .map((monday) => ({ name: monday, percentiles: weeks.filter(({ week }) => week === monday) }))
    .filter(({ percentiles }) => percentiles.length > 0)
}

function groupRows(groups: WebVitalsReport["groups"]): Row[] {
  const names = [...new Set(groups.map(({ name }) => name))]
  return names.map((name) => ({ name, percentiles: groups.filter((group) => group.name === name) }))
}

/** A Monday, a language or a kind of line. */
function nameOf(name: string, language: Parameters<typeof formatDay>[0], unknown: string): string {
  if (name === "unknown") return unknown
  if (/^\d{4}-/.test(name)) return formatDay(language, `${name}T00:00:00Z`, "UTC")
  return name.length === 2 ? name.toUpperCase() : name
}
