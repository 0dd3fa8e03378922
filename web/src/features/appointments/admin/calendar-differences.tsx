import type { CalendarDifference } from "@haitech/contract/admin/appointments"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { useCalendarDifferences, useSettleCalendarDifference } from "./calendar-links.ts"

/** Sessions that somebody moved or deleted in the external calendar; nothing while both agree. */
export function CalendarDifferences() {
  const { t } = useAdminApp()
  const differences = useCalendarDifferences().data ?? []
  if (differences.length === 0) return null
  return (
    <section className="notice caution m-4 grid gap-3" aria-labelledby="calendar-differences">
      <h2 id="calendar-differences" className="text-[1.125rem]">
        {t("admin.calendar_differences", { count: differences.length })}
      </h2>
      <ul className="admin-lines">
        {differences.map((difference) => (
          <li key={difference.id}>
            <Difference difference={difference} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Difference({ difference }: { readonly difference: CalendarDifference }) {
  const { t, language, timeZone, showToast, showFailure } = useAdminApp()
  const { id, studentName, startsAt, calendarStartsAt } = difference
  const { mutate, isPending } = useSettleCalendarDifference(id, (take) =>
    showToast("success", t("admin.calendar_settled"), t(SETTLED[take])),
  )
  const when = (at: string) => formatWhen(language, at, timeZone).exact
  const settle = (take: "ours" | "calendar") => mutate(take, { onError: showFailure })
  return (
    <div className="grid gap-2">
      <p>
        {calendarStartsAt
          ? t("admin.calendar_moved", { name: studentName, from: when(startsAt), to: when(calendarStartsAt) })
          : t("admin.calendar_deleted", { name: studentName, at: when(startsAt) })}
      </p>
      <div className="flex flex-wrap gap-3">
        <BusyButton compact isBusy={isPending} onClick={() => settle("calendar")}>
          {t(calendarStartsAt ? "admin.calendar_take_move" : "admin.calendar_take_cancel")}
        </BusyButton>
        <BusyButton look="quiet" compact isBusy={isPending} onClick={() => settle("ours")}>
          {t("admin.calendar_keep")}
        </BusyButton>
      </div>
    </div>
  )
}

const SETTLED = { ours: "admin.calendar_kept", calendar: "admin.calendar_taken" } as const
