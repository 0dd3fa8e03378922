import { nameOfWeekday, type OpeningSpan } from "@haitech/contract/opening-hours"
import { useRef } from "react"
import { flushSync } from "react-dom"
import { useOpeningHoursApp } from "#platform/app/app.tsx"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"

const FIRST: OpeningSpan = { from: "09:00", to: "17:00" }
const NEXT: OpeningSpan = { from: "", to: "" }
const MAX_SPANS = 2

interface Props {
  /** 0 is Sunday. */
  readonly day: number
  readonly spans: readonly OpeningSpan[]
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (spans: readonly OpeningSpan[]) => void
}

/** Up to two spans of one weekday; without one the day is closed. */
export function OpeningDay({ day, spans, errors, onChange }: Props) {
  const { t, language } = useOpeningHoursApp()
  const group = useRef<HTMLDivElement>(null)
  const name = nameOfWeekday(language, day)
  const change = (changed: readonly OpeningSpan[], focus: "input" | "button") => {
    flushSync(() => onChange(changed))
    const places = group.current?.querySelectorAll<HTMLElement>(focus === "input" ? "[name$=from]" : "[data-add]")
    places?.[places.length - 1]?.focus()
  }
  return (
    <div ref={group} role="group" aria-label={name} className="opening-day">
      <p className="strong opening-name">{name}</p>
      <div className="grid gap-2">
        {spans.length === 0 && <p className="text-muted">{t("contact.closed")}</p>}
        {spans.map((span, index) => (
          <Span
            key={String(index)}
            {...{ span, errors }}
            path={`week.${day}.${index}`}
            onChange={(changed) => onChange(spans.with(index, changed))}
            onRemove={() => change(spans.toSpliced(index, 1), "button")}
          />
        ))}
      </div>
      {spans.length < MAX_SPANS && (
        <Button
          look="quiet"
          compact
          className="opening-add"
          data-add=""
          onClick={() => change([...spans, spans.length === 0 ? FIRST : NEXT], "input")}
        >
          <AdminIcon name="plus" />
          {t("admin.opening_hours_add")} <span className="sr">{name}</span>
        </Button>
      )}
    </div>
  )
}

interface SpanProps {
  readonly span: OpeningSpan
  /** The name of the server's errors begins with it. */
  readonly path: string
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (span: OpeningSpan) => void
  readonly onRemove: () => void
}

function Span({ span, path, errors, onChange, onRemove }: SpanProps) {
  const { t } = useOpeningHoursApp()
  const field = (end: "from" | "to") => ({
    name: `${path}.${end}`,
    type: "time",
    step: 900,
    required: true,
    value: span[end],
    error: errors[`${path}.${end}`],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...span, [end]: currentTarget.value }),
  })
  return (
    <div className="opening-span">
      <Field label={t("admin.session_start")} {...field("from")} />
      <Field label={t("admin.slot_end")} {...field("to")} />
      <Button look="quiet" compact onClick={onRemove}>
        {t("admin.closed_day_remove")} <span className="sr">{`${span.from}-${span.to}`}</span>
      </Button>
    </div>
  )
}
