import { cityOf, formatHour } from "@haitech/contract/clock"
import { useAdminApp } from "#platform/app/app.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { ToolButton } from "#ui/tool-button.tsx"
import { EntryButton } from "./calendar-entry.tsx"
import { formatDate, formatWeekday } from "./day-names.ts"
import { addDays } from "./days.ts"
import { Dots } from "./month-grid.tsx"
import { SessionActions } from "./session-actions.tsx"
import { type DaysProps, useOwnZone } from "./week-grid.tsx"

interface Props extends DaysProps {
  readonly date: string
  readonly onDate: (date: string) => void
}

/** One day as a list, below the days of its week: the view of a phone, and of a day with many sessions. */
export function DayList(props: Props) {
  const { date, entries, closedDays, now, openId, currentId, onOpen } = props
  const { t, language, timeZone } = useAdminApp()
  const ofDay = entries.filter((entry) => entry.date === date)
  const own = useOwnZone(date)
  const closed = closedDays.get(date)
  return (
    <div className="day">
      <WeekStrip {...props} />
      <div className="day-line">
        <h2>{formatDate(language, date)}</h2>
        <p>
          <b>{cityOf(timeZone)}</b>
          {own && <span>{t("admin.clock_below", { city: cityOf(own) })}</span>}
        </p>
      </div>
      {closed !== undefined && <p className="day-closed">{closed}</p>}
      {ofDay.length === 0 && closed === undefined && <EmptyState symbol="clock" sentence={t("admin.day_empty")} />}
      <ol aria-label={formatDate(language, date)}>
        {ofDay.map((entry) => (
          <li key={entry.id} className="day-entry">
            <p>
              {formatHour(language, entry.startsAt, timeZone)}
              {own && <span>{formatHour(language, entry.startsAt, own)}</span>}
            </p>
            <div>
              <EntryButton
                entry={entry}
                isOpen={entry.id === openId}
                isCurrent={entry.id === currentId}
                onOpen={onOpen}
              />
              {entry.kind === "session" && entry.session.status === "pending" && (
                <SessionActions session={entry.session} now={now} isCard />
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function WeekStrip({ days, date: selected, entries, today, onDate }: Props) {
  const { t, language } = useAdminApp()
  return (
    <div className="day-strip" role="group" aria-label={t("admin.days")}>
      <ToolButton icon="back" label={t("admin.week_before")} onClick={() => onDate(addDays(selected, -7))} />
      {days.map((date) => (
        <button
          key={date}
          type="button"
          className={date === today ? "day-button is-today" : "day-button"}
          aria-current={date === selected ? "date" : undefined}
          onClick={() => onDate(date)}
        >
          <span aria-hidden="true">{formatWeekday(language, date, "narrow")}</span>
          <b aria-hidden="true">{Number(date.slice(8))}</b>
          <span className="sr">{formatDate(language, date)}</span>
          <Dots entries={entries.filter((entry) => entry.date === date)} />
        </button>
      ))}
      <ToolButton icon="forward" label={t("admin.week_after")} onClick={() => onDate(addDays(selected, 7))} />
    </div>
  )
}
