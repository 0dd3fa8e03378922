import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useCalendarDays } from "./api.ts"
import { DayList } from "./day-list.tsx"
import { daysFrom, mondayOf, monthDays } from "./days.ts"
import { entriesOf } from "./entries.ts"
import { MonthGrid } from "./month-grid.tsx"
import type { CalendarPlace } from "./use-calendar-place.ts"
import { useMedia } from "./use-media.ts"
import { WeekGrid } from "./week-grid.tsx"

const NARROW = "(max-width: 47.99rem)"

interface Props {
  readonly place: CalendarPlace
  readonly now: Date
  readonly currentId: string | undefined
}

/** The week, the month or a day. A phone shows a week as its days. */
export function CalendarDays({ place, now, currentId }: Props) {
  const { t, timeZone } = useAdminApp()
  const loadError = useLoadError()
  const isNarrow = useMedia(NARROW)
  const { view, date, today } = place
  const days = view === "month" ? monthDays(date) : daysFrom(mondayOf(date), 7)
  const { data, error, refetch, isFetching } = useCalendarDays(days[0] ?? date, days.length)
  if (error && !data) return <LoadFailed {...loadError(error, refetch)} />
  if (!data)
    return (
      <div role="status" className="grid gap-3 p-6">
        <span className="sr">{t("overlay.loading")}</span>
        <Skeleton className="h-16" />
        <Skeleton className="h-96" />
      </div>
    )
  const shown = {
    days,
    now,
    today,
    currentId,
    onDay: place.showDay,
    entries: entriesOf(data, timeZone, now).filter((entry) => days.includes(entry.date)),
    closedDays: new Map(data.closedDays.map((closed) => [closed.date, closed.name])),
    openId: place.openId ?? place.slotId,
    onOpen: ({ kind, id }: { readonly kind: string; readonly id: string }) =>
      kind === "slot" ? place.openSlot(id) : place.openSession(id),
  }
  return (
    <div className="calendar-days" aria-busy={isFetching}>
      {view === "month" && <MonthGrid month={date.slice(0, 7)} isNarrow={isNarrow} {...shown} />}
      {view === "week" && !isNarrow && <WeekGrid {...shown} />}
      {(view === "day" || (view === "week" && isNarrow)) && <DayList date={date} onDate={place.setDate} {...shown} />}
      {!isNarrow && <Legend />}
    </div>
  )
}

function Legend() {
  const { t } = useAdminApp()
  const colors = [
    ["open", "admin.legend_open"],
    ["asked", "admin.legend_asked"],
    ["coding", "schedule.coding"],
    ["language", "schedule.language"],
    ["care", "admin.legend_care"],
    ["general", "schedule.general"],
  ] as const
  const keys = [
    [["J", "K"], "admin.legend_request"],
    [["A"], "admin.legend_approve"],
    [["T"], "admin.legend_today"],
  ] as const
  return (
    <div className="legend">
      <ul>
        {colors.map(([name, text]) => (
          <li key={name}>
            <i className={`entry ${name}`} aria-hidden="true" />
            {t(text)}
          </li>
        ))}
      </ul>
      <p aria-hidden="true">
        {keys.map(([signs, text]) => (
          <span key={text}>
            {signs.map((sign) => (
              <kbd key={sign}>{sign}</kbd>
            ))}
            {t(text)}
          </span>
        ))}
      </p>
    </div>
  )
}
