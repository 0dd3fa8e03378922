import { useAdminApp } from "#platform/app/app.tsx"
import { EntryButton, entryClass } from "./calendar-entry.tsx"
import { formatDate, formatWeekday } from "./day-names.ts"
import type { CalendarEntry } from "./entries.ts"
import type { DaysProps } from "./week-grid.tsx"

const MAX_ENTRIES = 3

interface Props extends DaysProps {
  /** `YYYY-MM` */
  readonly month: string
  /** Dots instead of entries, and a day opens its list. */
  readonly isNarrow: boolean
}

export function MonthGrid({ month, isNarrow, ...props }: Props) {
  const { days } = props
  const { language } = useAdminApp()
  return (
    <div className="month">
      {days.slice(0, 7).map((date) => (
        <p key={date} className="month-head" aria-hidden="true">
          {formatWeekday(language, date, isNarrow ? "narrow" : "short")}
        </p>
      ))}
      {days.map((date) => (
        <Day key={date} date={date} isOther={!date.startsWith(month)} isNarrow={isNarrow} {...props} />
      ))}
    </div>
  )
}

interface DayProps extends DaysProps {
  readonly date: string
  readonly isOther: boolean
  readonly isNarrow: boolean
}

function Day({ date, isOther, isNarrow, ...props }: DayProps) {
  const { entries, closedDays, today, openId, currentId, onOpen, onDay } = props
  const { t, language } = useAdminApp()
  const ofDay = entries.filter((entry) => entry.date === date)
  const shown = isNarrow ? [] : ofDay.slice(0, ofDay.length > MAX_ENTRIES ? MAX_ENTRIES - 1 : MAX_ENTRIES)
  const closed = closedDays.get(date)
  const name = formatDate(language, date)
  const classes = ["month-day", isOther && "other", date === today && "is-today", closed !== undefined && "shut"]
  return (
    <section className={classes.filter(Boolean).join(" ")} aria-label={name}>
      <button type="button" className="month-number" onClick={() => onDay(date)}>
        <b aria-hidden="true">{Number(date.slice(8))}</b>
        <span className="sr">{name}</span>
        {isNarrow && <Dots entries={ofDay} />}
      </button>
      {closed !== undefined && <p className="month-closed">{closed}</p>}
      {shown.length > 0 && (
        <ol>
          {shown.map((entry) => (
            <li key={entry.id}>
              <EntryButton
                entry={entry}
                isOpen={entry.id === openId}
                isCurrent={entry.id === currentId}
                onOpen={onOpen}
                showsTime
              />
            </li>
          ))}
        </ol>
      )}
      {!isNarrow && ofDay.length > shown.length && (
        <button type="button" className="month-more" onClick={() => onDay(date)}>
          {t("admin.more_count", { count: ofDay.length - shown.length })}
          <span className="sr">, {name}</span>
        </button>
      )}
    </section>
  )
}

const MAX_DOTS = 4

/** One dot per session; the colour of a request is another one. */
export function Dots({ entries }: { readonly entries: readonly CalendarEntry[] }) {
  const { t } = useAdminApp()
  const sessions = entries.filter(({ kind }) => kind === "session")
  return (
    <>
      <span className="dots" aria-hidden="true">
        {sessions.slice(0, MAX_DOTS).map((entry) => (
          <i key={entry.id} className={entryClass(entry)} />
        ))}
      </span>
      {sessions.length > 0 && <span className="sr">, {t("admin.sessions_count", { count: sessions.length })}</span>}
    </>
  )
}
