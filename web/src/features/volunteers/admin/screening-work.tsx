import type { Screening } from "@haitech/contract/admin/screening"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { isValid } from "./steps.ts"

/** What to do while there is no valid screening, and the sessions that it does not cover. */
export function ScreeningWork({ screening }: { readonly screening: Screening }) {
  const { t, language, timeZone } = useScreeningAdminApp()
  const { name, screenedUntil, sessions, groups, openHours } = screening
  const isMissing = !isValid(screenedUntil)
  const hasWork = sessions.length > 0 || groups.length > 0 || openHours > 0
  return (
    <>
      {isMissing && hasWork && <p>{t("admin.screening_todo", { name })}</p>}
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
