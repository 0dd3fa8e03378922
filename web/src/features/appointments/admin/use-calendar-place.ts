import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { clockAt } from "@haitech/contract/clock"
import { useAddressParams } from "#platform/admin/use-address-params.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { addDays, addMonths } from "./days.ts"
import { startOf } from "./entries.ts"

export const VIEWS = ["week", "month", "list"] as const
export type CalendarView = (typeof VIEWS)[number] | "day"

/** Parameters of the list: an address with one of them shows the list. */
const LIST_PARAMS = ["q", "status", "tutorId", "sort"]

/** Which view of which days is shown, and the open session or hour: all in the URL, for links and back navigation. */
export function useCalendarPlace(now: Date) {
  const { timeZone } = useAdminApp()
  const { params, change } = useAddressParams()
  const today = clockAt(now.toISOString(), timeZone).date
  const date = params.get("date") ?? ""
  const named = params.get("view")
  const view: CalendarView =
    named === "month" || named === "list" || named === "week" || named === "day"
      ? named
      : LIST_PARAMS.some((name) => params.get(name))
        ? "list"
        : "week"

  const openId = params.get("open")
  const slotId = params.get("slot")
  const openMode = openId || slotId ? "replace" : "push"
  const shown = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : today
  return {
    view,
    today,
    date: shown,
    openId,
    slotId,
    setView: (to: CalendarView) => change({ view: to === "week" ? null : to, ...listParams(to) }),
    setDate: (to: string) => change({ date: to === today ? null : to }),
    /** To the day, week or month before or after. */
    move(step: 1 | -1) {
      const to = view === "month" ? addMonths(shown, step) : addDays(shown, view === "day" ? step : 7 * step)
      change({ date: to === today ? null : to })
    },
    showDay: (to: string) => change({ view: "day", date: to === today ? null : to }, "push"),
    openSession: (id: string) => change({ open: id, slot: null }, openMode),
    /** Opens a session and shows its days. */
    showSession(session: AppointmentRecord) {
      const { date: on } = clockAt(startOf(session), timeZone)
      change({ open: session.id, slot: null, date: on === today ? null : on }, openMode)
    },
    openSlot: (id: string) => change({ slot: id, open: null }, openMode),
    close: () => change({ open: null, slot: null }),
  }
}

export type CalendarPlace = ReturnType<typeof useCalendarPlace>

/** A view other than the list takes the list's search and filters away, which would bring it back. */
function listParams(view: CalendarView): Record<string, null> {
  return view === "list" ? {} : Object.fromEntries(LIST_PARAMS.map((name) => [name, null]))
}
