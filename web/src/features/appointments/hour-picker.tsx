import { cityOf, clockAt } from "@haitech/contract/clock"
import type { Language } from "@haitech/contract/languages"
import type { OpenSlot } from "@haitech/contract/slots"
import { type ReactNode, useId, useState } from "react"
import { namesOfDay } from "#platform/i18n/days.ts"
import { fill } from "#platform/i18n/fill.ts"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { FieldError } from "#ui/field-frame.tsx"
import { Icon } from "#ui/icon.tsx"
import { isSameClock } from "./clocks.ts"
import { HourButton } from "./hour-button.tsx"
import { useLocalZone } from "./local-zone.ts"
import { type Day, firstWeek, isFull, type Week, weeksOf } from "./open-hours.ts"

export const PICKER_TEXTS = [
  "schedule.clocks",
  "schedule.zone",
  "schedule.week",
  "schedule.week_before",
  "schedule.week_after",
  "schedule.today",
  "schedule.day_passed",
  "schedule.no_hours",
  "schedule.taken",
] as const satisfies readonly MessageKey[]

type Texts = Readonly<Record<(typeof PICKER_TEXTS)[number], string>>

interface Props {
  readonly texts: Texts
  readonly language: Language
  /** The site's. */
  readonly timeZone: string
  readonly title: string
  readonly slots: readonly OpenSlot[]
  /** The start of the chosen slot. */
  readonly chosen: string | null
  readonly onChoose: (startsAt: string) => void
  readonly error?: string | undefined
  /** Stands below a day whose hours are all taken. */
  readonly whenFull?: ((hours: readonly OpenSlot[]) => ReactNode) | undefined
  /** Stands after the names of the clocks. */
  readonly afterClocks?: ReactNode
  /** The site's day on which the server rendered the page; only where it did. */
  readonly renderedOn?: string
}

/**
 * The open hours of a week as one group of radio buttons: the arrow keys go through all of its days. The HTML of the server
 * has all weeks, on the site's clock, and its buttons are fields of the form.
 */
export function HourPicker(props: Props) {
  const { texts, language, timeZone, title, slots, error, afterClocks, renderedOn } = props
  const id = useId()
  const knownZone = useLocalZone()
  const localZone = knownZone ?? timeZone
  const [now] = useState(() => new Date().toISOString())
  const today = knownZone || !renderedOn ? clockAt(now, localZone).date : renderedOn
  const weeks = weeksOf(slots, localZone, today)
  const [turnedTo, setTurnedTo] = useState<number | null>(null)
  const index = Math.min(turnedTo ?? firstWeek(weeks, knownZone && dayOfAddress()), weeks.length - 1)
  const week = weeks[index] ?? []
  const isOneClock = slots.every(({ startsAt }) => isSameClock(startsAt, localZone, timeZone))
  const clocks = isOneClock
    ? fill(texts["schedule.zone"], { city: cityOf(timeZone) })
    : fill(texts["schedule.clocks"], { here: cityOf(localZone), there: cityOf(timeZone) })
  const shared = { ...props, id, localZone, isOneClock, isStatic: knownZone === null }
  return (
    <div
      className="open-hours"
      role="radiogroup"
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error ${id}-clocks` : `${id}-clocks`}
    >
      <div className="hours-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <WeekButtons {...{ texts, language, week, index }} count={weeks.length} onTurn={setTurnedTo} />
      </div>
      <p className="small text-muted" id={`${id}-clocks`}>
        {clocks} {afterClocks}
      </p>
      {error && <FieldError id={id} text={error} />}
      <Days {...shared} days={week} />
      {knownZone === null && <Days {...shared} days={withHours(weeks.slice(index + 1))} isLater />}
    </div>
  )
}

function withHours(weeks: readonly Week[]): Week {
  return weeks.flat().filter(({ hours }) => hours.length > 0)
}

interface DaysProps extends Props {
  readonly id: string
  readonly localZone: string
  readonly isOneClock: boolean
  readonly isStatic: boolean
  readonly days: Week
  /** Only readers without script see them: there are no buttons that turn the weeks. */
  readonly isLater?: boolean
}

function Days({ days, isLater, id, texts, language, chosen, whenFull, ...hours }: DaysProps) {
  return (
    <div className={isLater ? "card open-days later-days without-script" : "card open-days"}>
      {days.map((day) => (
        <section key={day.date} className={dayClass(day)} aria-labelledby={`${id}-${day.date}`}>
          <DayName {...{ texts, language, day }} id={`${id}-${day.date}`} hasMonth={isLater} />
          <div className="day-hours">
            {day.hours.map((slot) => (
              <HourButton
                key={slot.startsAt}
                group={`${id}-hour`}
                day={`${id}-${day.date}`}
                isChosen={slot.startsAt === chosen}
                {...{ texts, language, slot }}
                {...hours}
              />
            ))}
            {day.hours.length === 0 && (
              <p className="no-hours">{texts[day.isPast ? "schedule.day_passed" : "schedule.no_hours"]}</p>
            )}
            {isFull(day) && whenFull?.(day.hours)}
          </div>
        </section>
      ))}
    </div>
  )
}

/** The link in the email about a free hour names its day. */
function dayOfAddress(): string | null {
  return new URLSearchParams(location.search).get("date")
}

function dayClass({ isPast, isToday }: Day): string {
  if (isPast) return "open-day is-past"
  return isToday ? "open-day is-today" : "open-day"
}

interface WeekProps {
  readonly texts: Texts
  readonly language: Language
  readonly week: readonly Day[]
  readonly index: number
  readonly count: number
  readonly onTurn: (index: number) => void
}

function WeekButtons({ texts, language, week, index, count, onTurn }: WeekProps) {
  const label = fill(texts["schedule.week"], {
    first: namesOfDay(language, week[0]?.date ?? "").day,
    last: namesOfDay(language, week.at(-1)?.date ?? "").day,
  })
  const turn = (by: number) => {
    const next = index + by
    if (next >= 0 && next < count) onTurn(next)
  }
  return (
    <div className="week-buttons">
      <button
        type="button"
        className="round"
        data-needs-script=""
        aria-label={texts["schedule.week_before"]}
        aria-disabled={index === 0}
        onClick={() => turn(-1)}
      >
        <Icon name="right" className="points-back" />
      </button>
      <span aria-live="polite">{label}</span>
      <button
        type="button"
        className="round"
        data-needs-script=""
        aria-label={texts["schedule.week_after"]}
        aria-disabled={index === count - 1}
        onClick={() => turn(1)}
      >
        <Icon name="right" />
      </button>
    </div>
  )
}

interface DayNameProps {
  readonly texts: Texts
  readonly language: Language
  readonly day: Day
  readonly id: string
  readonly hasMonth?: boolean | undefined
}

function DayName({ texts, language, day, id, hasMonth }: DayNameProps) {
  const { weekday, shortWeekday, shortMonth, day: full } = namesOfDay(language, day.date)
  const name = hasMonth ? `${shortWeekday}, ${shortMonth}` : shortWeekday
  return (
    <h3 id={id}>
      <span aria-hidden="true">{day.isToday ? texts["schedule.today"] : name}</span>
      <b aria-hidden="true">{Number(day.date.slice(8))}</b>
      <span className="sr">{`${day.isToday ? `${texts["schedule.today"]}, ` : ""}${weekday}, ${full}`}</span>
    </h3>
  )
}
