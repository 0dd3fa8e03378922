import { cityOf, clockAt, formatHour, instantOf } from "@haitech/contract/clock"
import { useAdminApp } from "#platform/app/app.tsx"
import { EntryButton } from "./calendar-entry.tsx"
import { formatDate, formatFullHour, formatWeekday } from "./day-names.ts"
import { minutesOf } from "./days.ts"
import type { CalendarEntry } from "./entries.ts"
import { placeInLanes } from "./lanes.ts"

export interface DaysProps {
  readonly days: readonly string[]
  readonly entries: readonly CalendarEntry[]
  /** Their names by day. */
  readonly closedDays: ReadonlyMap<string, string>
  readonly now: Date
  readonly today: string
  readonly openId: string | null
  readonly currentId: string | undefined
  readonly onOpen: (entry: CalendarEntry) => void
  readonly onDay: (date: string) => void
}

/** The hours that are always shown; earlier and later entries widen them. */
const HOURS = { first: 9, last: 20 } as const
const MAX_LANES = 3
/** In rem. */
const HOUR_HEIGHT = 3.25

/** Seven days by hours on the site's clock. Beside it stands the clock of the administrator, where it differs. */
export function WeekGrid(props: DaysProps) {
  const { days, entries, today, onDay } = props
  const { language, t } = useAdminApp()
  const first = Math.min(HOURS.first, ...entries.map(({ begin }) => Math.floor(begin / 60)))
  const last = Math.max(HOURS.last, ...entries.map(({ end }) => Math.ceil(end / 60)))
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  return (
    <div className="week">
      <Zones day={days[0] ?? today} />
      {days.map((date) => (
        <button
          key={date}
          type="button"
          className={date === today ? "week-head is-today" : "week-head"}
          onClick={() => onDay(date)}
        >
          <span aria-hidden="true">{formatWeekday(language, date, "short")}</span>
          <b aria-hidden="true">{Number(date.slice(8))}</b>
          <span className="sr">
            {formatDate(language, date)}
            {date === today && `, ${t("admin.today")}`}
          </span>
        </button>
      ))}
      <Hours day={days[0] ?? today} hours={hours} />
      {days.map((date) => (
        <Column key={date} date={date} range={{ first, last }} {...props} />
      ))}
    </div>
  )
}

interface Range {
  readonly first: number
  readonly last: number
}

function Column({ date, range, ...props }: DaysProps & { readonly date: string; readonly range: Range }) {
  const { entries, closedDays, now, today, openId, currentId, onOpen, onDay } = props
  const { t, language } = useAdminApp()
  const closed = closedDays.get(date)
  const { placed, overflows } = placeInLanes(
    entries.filter((entry) => entry.date === date),
    MAX_LANES,
  )
  return (
    <div
      className={closed === undefined ? "week-column" : "week-column shut"}
      style={{
        minHeight: `${(range.last - range.first) * HOUR_HEIGHT}rem`,
        // The lines of the hours; the hatching of a closed day has its own size.
        ...(closed === undefined && { backgroundSize: `100% ${100 / (range.last - range.first)}%` }),
      }}
    >
      {closed !== undefined && <p className="week-closed">{closed}</p>}
      <ol aria-label={formatDate(language, date)}>
        {placed.map(({ item, lane, lanes }) => (
          <li key={item.id} style={boxOf(item, lane, lanes, range)} className={lanes > 1 ? "narrow" : undefined}>
            <EntryButton entry={item} isOpen={item.id === openId} isCurrent={item.id === currentId} onOpen={onOpen} />
          </li>
        ))}
        {overflows.map(({ lane, lanes, items, ...span }) => (
          <li key={`more ${span.begin}`} style={boxOf(span, lane, lanes, range)}>
            <button type="button" className="entry more" onClick={() => onDay(date)}>
              <strong>+{items.length}</strong>
              <span className="sr"> {t("admin.more_on", { day: formatDate(language, date) })}</span>
            </button>
          </li>
        ))}
      </ol>
      {date === today && <NowLine now={now} range={range} />}
    </div>
  )
}

function boxOf(span: { readonly begin: number; readonly end: number }, lane: number, lanes: number, range: Range) {
  return {
    top: `${shareOf(span.begin, range)}%`,
    height: `${shareOf(span.end, range) - shareOf(span.begin, range)}%`,
    left: `${(100 * lane) / lanes}%`,
    width: `${100 / lanes}%`,
  }
}

/** How far a minute of the day is from the top, in percent. */
function shareOf(minute: number, { first, last }: Range): number {
  return (100 * (minute / 60 - first)) / (last - first)
}

function NowLine({ now, range }: { readonly now: Date; readonly range: Range }) {
  const { t, language, timeZone } = useAdminApp()
  const share = shareOf(minutesOf(clockAt(now.toISOString(), timeZone).time), range)
  if (share < 0 || share > 100) return null
  return (
    <p className="week-now" style={{ top: `${share}%` }}>
      <span className="sr">{t("admin.now", { time: formatHour(language, now.toISOString(), timeZone) })}</span>
    </p>
  )
}

function Zones({ day }: { readonly day: string }) {
  const { timeZone } = useAdminApp()
  const own = useOwnZone(day)
  return (
    <div className={own ? "week-zones two" : "week-zones"} aria-hidden="true">
      <b>{cityOf(timeZone)}</b>
      {own && <span>{cityOf(own)}</span>}
    </div>
  )
}

function Hours({ day, hours }: { readonly day: string; readonly hours: readonly number[] }) {
  const { language, timeZone } = useAdminApp()
  const own = useOwnZone(day)
  return (
    <div className="week-hours" aria-hidden="true">
      {hours.map((hour, index) => {
        const instant = instantOf(day, `${String(hour).padStart(2, "0")}:00`, timeZone)
        return (
          instant && (
            <p key={hour} style={{ top: `${(100 * index) / hours.length}%` }}>
              <b>{formatFullHour(language, instant, timeZone)}</b>
              {own && <span>{formatFullHour(language, instant, own)}</span>}
            </p>
          )
        )
      })}
    </div>
  )
}

/** The zone of this device; undefined where its clock shows the site's time on that day. */
export function useOwnZone(day: string): string | undefined {
  const { timeZone } = useAdminApp()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const noon = `${day}T12:00:00Z`
  const [here, there] = [clockAt(noon, own), clockAt(noon, timeZone)]
  return here.time === there.time && here.date === there.date ? undefined : own
}
