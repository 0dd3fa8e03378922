import type { Screening } from "@haitech/contract/admin/screening"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { hasWork, isValid } from "./steps.ts"

/** What to do while there is no valid screening or no role, and the sessions that they do not cover. */
export function ScreeningWork({ screening }: { readonly screening: Screening }) {
  const { t, language, timeZone } = useScreeningAdminApp()
  const { name, isActive, screenedUntil, sessions, groups, openHours } = screening
  const isMissing = !isActive || !isValid(screenedUntil)
  const todo = isActive ? "admin.screening_todo" : "admin.screening_inactive_todo"
  return (
    <>
      {isMissing && hasWork(screening) && <p>{t(todo, { name })}</p>}
      {sessions.length > 0 && (
        <>
          <h4>{t("admin.screening_sessions")}</h4>
          <ul className="admin-screening-work">
            {sessions.map(({ id, startsAt, studentName }) => (
              <li key={id}>
                <AppLink to={`/calendar?open=${id}`}>{formatWhen(language, startsAt, timeZone).exact}</AppLink>
                <span className="small text-muted">{studentName}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {isMissing && groups.length > 0 && (
        <>
          <h4>{t("admin.screening_groups")}</h4>
          <ul className="admin-screening-work">
            {groups.map((group) => (
              <li key={group.id}>
                <AppLink to={`/groups?open=${group.id}`}>{group.name}</AppLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {isMissing && openHours > 0 && <p>{t("admin.screening_hours", { count: formatNumber(language, openHours) })}</p>}
    </>
  )
}
