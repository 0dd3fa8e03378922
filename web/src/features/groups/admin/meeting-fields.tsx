import { cityOf } from "@haitech/contract/clock"
import type { Editor } from "#platform/admin/use-editor.ts"
import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { Field, SelectField } from "#ui/field.tsx"

interface Props {
  readonly editor: Editor
  readonly labels: Readonly<Record<"day" | "time" | "minutes" | "timeZone" | "url", string>>
}

const LENGTHS = [30, 45, 60, 90, 120]
const ZONES = [
  "America/Port-au-Prince",
  "America/New_York",
  "America/Santo_Domingo",
  "America/Santiago",
  "Europe/Paris",
]

export function MeetingFields({ editor: { values, field }, labels }: Props) {
  const { t, timeZone } = useGroupsAdminApp()
  const { minutes = "", timeZone: zone = timeZone } = values
  return (
    <fieldset className="admin-box">
      <legend className="strong">{t("admin.group_meeting")}</legend>
      <div className="field-triple">
        <Field label={labels.day} type="date" {...field("day", "meeting.startsAt")} />
        <Field label={labels.time} type="time" {...field("time", "meeting.startsAt")} error={undefined} />
        <SelectField label={labels.minutes} {...field("minutes", "meeting.minutes")}>
          {[...new Set([...LENGTHS, Number(minutes)])].map((length) => (
            <option key={length} value={length}>
              {t("schedule.minutes", { minutes: length })}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField label={labels.timeZone} {...field("timeZone", "meeting.timeZone")}>
        {[...new Set([zone, timeZone, ...ZONES])].map((name) => (
          <option key={name} value={name}>
            {cityOf(name)}
          </option>
        ))}
      </SelectField>
      <Field label={labels.url} type="url" maxLength={500} {...field("url", "meeting.url")} />
    </fieldset>
  )
}
