import type { Screening, ScreeningSummary } from "@haitech/contract/admin/screening"
import { formatDay } from "@haitech/contract/clock"
import { routes } from "@haitech/contract/routes"
import { useAdmin } from "#features/accounts/admin/api.ts"
import { useScreening } from "#features/volunteers/admin/screening-api.ts"
import { ScreeningCard } from "#features/volunteers/admin/screening-card.tsx"
import { hasWork, isValid } from "#features/volunteers/admin/steps.ts"
import { useRecords, withOpenRecord } from "#platform/admin/use-records.ts"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Chip } from "#ui/chip.tsx"
import { RecordsPage } from "./records-page.tsx"

const STATES = {
  missing: { text: "admin.screening_missing", tone: "bad" },
  lapsed: { text: "admin.screening_lapsed", tone: "bad" },
  inactive: { text: "admin.screening_inactive", tone: "bad" },
  ending: { text: "admin.screening_ends", tone: "wait" },
} as const

/** Whose screening ends soon, or who has work and none. Who is settled leaves the list, and stays open. */
export function ScreeningsPage() {
  const { t, label, language, timeZone } = useScreeningAdminApp()
  const { data: me } = useAdmin()
  const list = useRecords(routes.listScreenings)
  const { data, error } = useScreening(list.openId)
  const records = withOpenRecord(list, { data: data && summaryOf(data), error })
  const number = (count: number) => formatNumber(language, count)
  return (
    <RecordsPage
      title={t("admin.waiting_screenings")}
      records={records}
      empty="admin.screening_empty"
      symbol="people"
      summaryOf={({ name, state, screenedUntil, sessions, openHours, groups }) => ({
        who: name,
        about: screenedUntil ? formatDay(language, screenedUntil, timeZone) : undefined,
        line: t("admin.screening_line", {
          sessions: number(sessions),
          hours: number(openHours),
          groups: number(groups),
        }),
        chip: <Chip tone={entryOf(STATES, state)?.tone ?? "plain"}>{label(STATES, state)}</Chip>,
        isNew: state !== "ending" && sessions > 0,
      })}
      detail={({ id, name }) => (
        <>
          <h2>{name}</h2>
          <ScreeningCard key={id} userId={id} me={me?.id} />
          <p className="admin-links">
            <AppLink to={`/users?open=${id}`}>{t("admin.users")}</AppLink>
            <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
          </p>
        </>
      )}
    />
  )
}

function summaryOf(screening: Screening): ScreeningSummary {
  const { userId, name, screenedUntil, openHours, groups, sessions } = screening
  const state = stateOf(screening)
  return { id: userId, name, state, screenedUntil, openHours, groups: groups.length, sessions: sessions.length }
}

function stateOf(screening: Screening): keyof typeof STATES {
  const { isActive, screenedUntil } = screening
  if (!isActive && hasWork(screening)) return "inactive"
  if (screenedUntil === null) return "missing"
  return isValid(screenedUntil) ? "ending" : "lapsed"
}
