import { cityOf, clockAt, instantOf } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import { useRef, useSyncExternalStore } from "react"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Field, SelectField } from "#ui/field.tsx"
import { formatLocalTime } from "./clocks.ts"

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
  readonly isRequired: boolean
  readonly times: readonly { readonly value: string; readonly label: string }[]
  readonly field: (name: string) => {
    readonly name: string
    readonly error: string | undefined
    readonly defaultValue: string | undefined
  }
}

/** D5: the day and the hour are in the site's zone; a visitor in another zone also sees the local time. */
export function When({ texts, language, timeZone, isRequired, times, field }: Props) {
  // A page rendered at build time does not know today's date.
  const today = useSyncExternalStore(
    neverChanges,
    () => clockAt(new Date().toISOString(), timeZone).date,
    () => undefined,
  )
  // Read from the DOM, to include choices made before hydration.
  const box = useRef<HTMLDivElement>(null)
  const [date = "", time = ""] = useSyncExternalStore(
    (onChange) => {
      const { current } = box
      current?.addEventListener("input", onChange)
      return () => current?.removeEventListener("input", onChange)
    },
    () => readChoice(box.current),
    () => "",
  ).split(" ")
  return (
    <div className="grid gap-2" ref={box}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={texts["schedule.date"]} type="date" min={today} required={isRequired} {...field("date")} />
        <SelectField label={texts["schedule.time"]} required={isRequired} {...field("preferredTime")}>
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

/** No updates: midnight may pass while the form is open, but the server refuses past days. */
const neverChanges = () => () => undefined

function readChoice(box: HTMLElement | null): string {
  const [date, time] = box?.querySelectorAll<HTMLInputElement>("input, select") ?? []
  return `${date?.value ?? ""} ${time?.value ?? ""}`
}
