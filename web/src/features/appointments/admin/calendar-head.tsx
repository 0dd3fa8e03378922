import { routes } from "@haitech/contract/routes"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatMonth } from "#platform/i18n/months.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Button } from "#ui/button.tsx"
import { ToolButton } from "#ui/tool-button.tsx"
import { useCalendar } from "./api.ts"
import { formatDate, formatDateRange } from "./day-names.ts"
import { addDays, mondayOf } from "./days.ts"
import { type CalendarPlace, type CalendarView, VIEWS } from "./use-calendar-place.ts"

interface Props {
  readonly place: CalendarPlace
  readonly tools: React.ReactNode
}

/** The name of what is shown, and the steps to what is before and after it. */
export function CalendarHead({ place, tools }: Props) {
  const { t } = useAdminApp()
  const { view } = place
  const [before, after] = STEPS[view]
  return (
    <header className="admin-tools">
      <h1 id="admin-title" tabIndex={-1}>
        <span className="sr">{t("admin.calendar")}</span>
        <span className="calendar-name" aria-hidden="true">
          {t("admin.bar_calendar")}
        </span>
        <span className="calendar-span">
          <span className="sr">: </span>
          <SpanName place={place} />
        </span>
      </h1>
      <div className="calendar-steps">
        <ToolButton icon="back" label={t(before)} onClick={() => place.move(-1)} />
        <Button look="quiet" compact onClick={() => place.setDate(place.today)}>
          {t("admin.today")}
        </Button>
        <ToolButton icon="forward" label={t(after)} onClick={() => place.move(1)} />
      </div>
      {tools}
    </header>
  )
}

const STEPS = {
  day: ["admin.day_before", "admin.day_after"],
  week: ["admin.week_before", "admin.week_after"],
  month: ["admin.month_before", "admin.month_after"],
  list: ["admin.week_before", "admin.week_after"],
} as const satisfies Readonly<Record<CalendarView, readonly [string, string]>>

function SpanName({ place: { view, date } }: { readonly place: CalendarPlace }) {
  const { language } = useAdminApp()
  if (view === "day") return formatDate(language, date)
  if (view === "month") return formatMonth(language, date.slice(0, 7), "long")
  const monday = mondayOf(date)
  return formatDateRange(language, monday, addDays(monday, 6))
}

export type CalendarDialog = "hours" | "tutors" | "closed" | "calendars"

interface DialogProps {
  readonly onOpen: (dialog: CalendarDialog) => void
}

export function OpenHoursButton({ onOpen }: DialogProps) {
  const { t } = useAdminApp()
  return (
    <Button look="quiet" compact onClick={() => onOpen("hours")}>
      <AdminIcon name="plus" />
      <span>{t("admin.open_hours")}</span>
    </Button>
  )
}

const VIEW_TEXTS = { week: "admin.view_week", month: "admin.view_month", list: "admin.view_list" } as const

/** The counts of spec §2, the views, and the dialogs of tutors and closed days. */
export function CalendarStrip({ place, onOpen }: DialogProps & Pick<Props, "place">) {
  const { t, language } = useAdminApp()
  const { data } = useCalendar()
  const counts = [
    ["admin.count_pending", data?.pending],
    ["admin.count_approved", data?.approved],
    ["admin.count_week", data?.thisWeek],
    ["admin.count_high", data?.highPriority],
  ] as const
  return (
    <div className="admin-strip calendar-strip">
      <ul className="admin-counts">
        {counts.map(([label, value]) => (
          <li key={label}>
            <strong>{value === undefined ? "–" : formatNumber(language, value)}</strong>
            <span>{t(label)}</span>
          </li>
        ))}
      </ul>
      <div className="segments" role="group" aria-label={t("admin.view")}>
        {VIEWS.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === place.view || (view === "week" && place.view === "day")}
            onClick={() => place.setView(view)}
          >
            {t(VIEW_TEXTS[view])}
          </button>
        ))}
      </div>
      <div className="calendar-dialogs">
        <a className="admin-tool" href={routes.exportSlots.path} download="" title={t("admin.slots_export")}>
          <AdminIcon name="download" />
          <span className="sr">{t("admin.slots_export")}</span>
        </a>
        <ToolButton icon="people" label={t("admin.tutors")} onClick={() => onOpen("tutors")} />
        <ToolButton icon="closed" label={t("admin.closed_days")} onClick={() => onOpen("closed")} />
        <ToolButton icon="calendar" label={t("admin.calendars")} onClick={() => onOpen("calendars")} />
      </div>
    </div>
  )
}
