import type { GroupRecord } from "@haitech/contract/admin/groups"
import { cityOf, clockAt } from "@haitech/contract/clock"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { Field, SelectField } from "#ui/field.tsx"

interface Props {
  readonly group: GroupRecord | null
  readonly errors: Readonly<Record<string, string>>
}

const LENGTHS = [30, 45, 60, 90, 120]
const ZONES = [
  "America/Port-au-Prince",
  "America/New_York",
  "America/Santo_Domingo",
  "America/Santiago",
  "Europe/Paris",
]

export function MeetingFields({ group, errors }: Props) {
  const { t, timeZone } = useGroupsAdminApp()
  const meeting = group?.meeting
  const zone = meeting?.timeZone ?? timeZone
  const clock = meeting && clockAt(meeting.startsAt, zone)
  const minutes = meeting?.minutes ?? 60
  return (
    <fieldset className="admin-box">
      <legend className="strong">{t("admin.group_meeting")}</legend>
      <div className="field-triple">
        <Field
          label={t("admin.group_meeting_day")}
          name="day"
          type="date"
          defaultValue={clock?.date ?? ""}
          error={errors["meeting"] ?? errors["meeting.startsAt"]}
        />
        <Field label={t("admin.session_start")} name="time" type="time" defaultValue={clock?.time ?? "18:00"} />
        <SelectField
          label={t("admin.group_meeting_minutes")}
          name="minutes"
          defaultValue={minutes}
          error={errors["meeting.minutes"]}
        >
          {[...new Set([...LENGTHS, minutes])].map((length) => (
            <option key={length} value={length}>
              {t("schedule.minutes", { minutes: length })}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField
        label={t("admin.group_meeting_zone")}
        name="timeZone"
        defaultValue={zone}
        error={errors["meeting.timeZone"]}
      >
        {[...new Set([zone, timeZone, ...ZONES])].map((name) => (
          <option key={name} value={name}>
            {cityOf(name)}
          </option>
        ))}
      </SelectField>
      <Field
        label={t("admin.group_meeting_url")}
        name="url"
        type="url"
        maxLength={500}
        defaultValue={meeting?.url ?? ""}
        error={errors["meeting.url"]}
      />
    </fieldset>
  )
}
