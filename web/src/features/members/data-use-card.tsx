import type { Language } from "@haitech/contract/languages"
import { useEffect, useState, useSyncExternalStore } from "react"
import { useDataUseApp } from "#platform/app/app.tsx"
import { namesOfDay } from "#platform/i18n/days.ts"
import { formatSize } from "#platform/i18n/numbers.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { type DayUse, readDataUse } from "#platform/offline/read-data-use.ts"
import { Button } from "#ui/button.tsx"
import { Icon } from "#ui/icon.tsx"
import { Progress } from "#ui/progress.tsx"

/** The browser loads them as a fragment with the script of the card. */
export const DATA_USE_TEXTS = [
  "data_use.title",
  "data_use.total",
  "data_use.none",
  "data_use.pages",
  "data_use.saved",
  "data_use.days",
  "data_use.counted",
  "data_use.saver_on",
  "data_use.saver_off",
  "footer.saver",
] as const satisfies readonly MessageKey[]

const KINDS = ["pages", "saved"] as const
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** What the site cost this device in the last seven days, and the switch that makes it less. */
export function DataUseCard() {
  const { t, language } = useDataUseApp()
  const days = useDays()
  const isSaving = useSaver()
  const totals = KINDS.map((kind) => ({ kind, bytes: sum(days.map((day) => day[kind])) }))
  const total = sum(totals.map(({ bytes }) => bytes))
  return (
    <section className="card p-5 sm:p-7" aria-labelledby="data-use">
      <h2 id="data-use" className="mb-5 text-[1.375rem]">
        {t("data_use.title")}
      </h2>
      <div className="grid gap-5">
        <p className="strong">
          {total > 0 ? t("data_use.total", { size: formatSize(language, total) }) : t("data_use.none")}
        </p>
        {total > 0 && (
          <ul className="grid gap-3">
            {totals
              .toSorted((a, b) => b.bytes - a.bytes)
              .map(({ kind, bytes }) => (
                <li key={kind} className="flex flex-wrap justify-between gap-x-3">
                  <span>{t(`data_use.${kind}`)}</span>
                  <span className="tabular">{formatSize(language, bytes)}</span>
                </li>
              ))}
          </ul>
        )}
        {total > 0 && <Days days={days} language={language} title={t("data_use.days")} />}
        <div>
          <Button look="quiet" compact data-action="saver" aria-pressed={isSaving}>
            <Icon name="leaf" />
            {t("footer.saver")}
          </Button>
          <p className="small mt-3 text-muted">{t(isSaving ? "data_use.saver_on" : "data_use.saver_off")}</p>
        </div>
        <p className="small text-muted">{t("data_use.counted")}</p>
      </div>
    </section>
  )
}

interface DaysProps {
  readonly days: readonly DayUse[]
  readonly language: Language
  readonly title: string
}

function Days({ days, language, title }: DaysProps) {
  const bytes = days.map(({ pages, saved }) => pages + saved)
  const most = Math.max(...bytes)
  return (
    <ul className="grid gap-3" aria-label={title}>
      {days.map(({ date }, at) => {
        const { weekday, day } = namesOfDay(language, date)
        const used = bytes[at] ?? 0
        return (
          <li key={date}>
            <Progress label={`${weekday}, ${day}`} shown={formatSize(language, used)} value={used} max={most} />
          </li>
        )
      })}
    </ul>
  )
}

function useDays(): readonly DayUse[] {
  const [days, setDays] = useState<readonly DayUse[]>([])
  useEffect(() => {
    void readDataUse().then(setDays)
  }, [])
  return days
}

/** The page's own script switches it. */
function useSaver(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      addEventListener("chosen", onChange)
      return () => removeEventListener("chosen", onChange)
    },
    () => document.documentElement.dataset["save"] !== undefined,
    () => false,
  )
}
