import { cityOf, clockAt, formatDay, formatHour } from "@haitech/contract/clock"
import { routes } from "@haitech/contract/routes"
import type { StudyGroup } from "@haitech/contract/study-groups"
import { useGroupsApp } from "#platform/app/app.tsx"

/** When the group meets next, on the group's clock and, where it differs, on the device's. */
export function Meeting({ group }: { readonly group: StudyGroup }) {
  const { t, language } = useGroupsApp()
  const { id, meeting, isMember } = group
  if (!meeting) return null
  const { startsAt, minutes, timeZone, url } = meeting
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone
  const on = (zone: string) => ({
    day: formatDay(language, startsAt, zone),
    time: formatHour(language, startsAt, zone),
  })
  const isSame = JSON.stringify(clockAt(startsAt, timeZone)) === JSON.stringify(clockAt(startsAt, local))
  return (
    <div className="group-meeting">
      <p className="small strong">{t("group.meeting")}</p>
      <p>
        {t("next.when", { ...on(timeZone), city: cityOf(timeZone) })}, {t("schedule.minutes", { minutes })}
      </p>
      {!isSame && <p className="text-muted">{t("schedule.yours", on(local))}</p>}
      {isMember && (
        <p className="group-links">
          {url && (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {t("group.video")}
            </a>
          )}
          <a
            className="link"
            href={`${routes.readMeetingFile.path.replace(":id", id)}?language=${language}`}
            download=""
          >
            {t("group.to_calendar")}
          </a>
        </p>
      )}
    </div>
  )
}
