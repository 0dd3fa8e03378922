import { cityOf, clockAt, formatDay, formatHour, instantOf } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { useRef, useSyncExternalStore } from "react"
import { fill } from "#platform/i18n.ts"
import type { MessageKey } from "#platform/texts.ts"
import { Field, SelectField } from "#ui/field.tsx"

export const TIME_TEXTS = [
  "schedule.date",
  "schedule.time",
  "schedule.choose_time",
  "schedule.zone",
  "schedule.yours",
] as const satisfies readonly MessageKey[]

interface Props {
  readonly texts: Readonly<Record<(typeof TIME_TEXTS)[number], string>>
  readonly language: Language
  readonly timeZone: string
  readonly times: readonly { readonly value: string; readonly label: string }[]
  readonly field: (name: string) => {
    readonly name: string
    readonly error: string | undefined
    readonly defaultValue: string | undefined
  }
}

/** D5: the day and the hour are the office's; a reader elsewhere is told what their own clock will show. */
export function When({ texts, language, timeZone, times, field }: Props) {
  // A page that was drawn at build does not know which day it is.
  const today = useSyncExternalStore(
    never,
    () => clockAt(new Date().toISOString(), timeZone).date,
    () => undefined,
  )
  // Read from the fields: what was chosen before this was awake counts, too.
  const box = useRef<HTMLDivElement>(null)
  const [date = "", time = ""] = useSyncExternalStore(
    (changed) => {
      const { current } = box
      current?.addEventListener("input", changed)
      return () => current?.removeEventListener("input", changed)
    },
    () => chosenIn(box.current),
    () => "",
  ).split(" ")
  return (
    <div className="grid gap-2" ref={box}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={texts["schedule.date"]} type="date" min={today} required {...field("date")} />
        <SelectField label={texts["schedule.time"]} required {...field("preferredTime")}>
          <option value="">{texts["schedule.choose_time"]}</option>
          {times.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="small text-muted" aria-live="polite">
        {fill(texts["schedule.zone"], { city: cityOf(timeZone) })}{" "}
        {formatLocalTime(texts, language, timeZone, instantOf(date, time, timeZone))}
      </p>
    </div>
  )
}

/** Midnight may pass while the form stands open: the server has the last word on what is past. */
const never = () => () => undefined

function chosenIn(box: HTMLElement | null): string {
  const [date, time] = box?.querySelectorAll<HTMLInputElement>("input, select") ?? []
  return `${date?.value ?? ""} ${time?.value ?? ""}`
}

function formatLocalTime(texts: Props["texts"], language: Language, timeZone: string, instant: string | null): string {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!instant || clockAt(instant, here).time === clockAt(instant, timeZone).time) return ""
  const [day, time] = [formatDay(language, instant, here), formatHour(language, instant, here)]
  return fill(texts["schedule.yours"], { day, time })
}
