import type { TutorSettings } from "@haitech/contract/admin/tutors"
import type { MessageKey } from "#platform/i18n/texts.ts"
import { Field, SelectField } from "#ui/field.tsx"

export const TUTOR_FIELD_TEXTS = [
  "admin.tutor_limit",
  "admin.tutor_limit_note",
  "admin.tutor_meeting",
  "admin.tutor_meeting_note",
  "admin.tutor_notice",
  "admin.tutor_notice_note",
  "admin.tutor_pause_from",
  "admin.tutor_pause_note",
  "admin.tutor_pause_until",
  "admin.tutor_zone",
] as const satisfies readonly MessageKey[]

const ZONES = Intl.supportedValuesOf("timeZone")
const DEFAULT_NOTICE_HOURS = 12

interface Props {
  readonly texts: Readonly<Record<(typeof TUTOR_FIELD_TEXTS)[number], string>>
  readonly lengths: { readonly weeklyLimit: number; readonly noticeHours: number }
  readonly tutor: Partial<Omit<TutorSettings, "languages" | "subjects">>
  readonly zone: string
  readonly errors: Readonly<Record<string, string>>
}

/** When and how much a tutor gives sessions. */
export function TutorFields({ texts, lengths, tutor, zone, errors }: Props) {
  const input = (name: keyof ReturnType<typeof readTutor>, value: string | number | null | undefined) => ({
    name,
    defaultValue: value ?? "",
    error: errors[name],
  })
  return (
    <>
      <SelectField label={texts["admin.tutor_zone"]} {...input("timeZone", zone)}>
        {!ZONES.includes(zone) && <option value={zone}>{zone}</option>}
        {ZONES.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll("_", " ")}
          </option>
        ))}
      </SelectField>
      <div className="field-pair">
        <Field
          label={texts["admin.tutor_limit"]}
          note={texts["admin.tutor_limit_note"]}
          type="number"
          inputMode="numeric"
          min={1}
          max={lengths.weeklyLimit}
          {...input("weeklyLimit", tutor.weeklyLimit)}
        />
        <Field
          label={texts["admin.tutor_notice"]}
          note={texts["admin.tutor_notice_note"]}
          type="number"
          inputMode="numeric"
          min={0}
          max={lengths.noticeHours}
          {...input("noticeHours", tutor.noticeHours ?? DEFAULT_NOTICE_HOURS)}
        />
      </div>
      <Field
        label={texts["admin.tutor_meeting"]}
        note={texts["admin.tutor_meeting_note"]}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...input("meetingUrl", tutor.meetingUrl)}
      />
      <div className="field-pair">
        <Field label={texts["admin.tutor_pause_from"]} type="date" {...input("pausedFrom", tutor.pausedFrom)} />
        <Field
          label={texts["admin.tutor_pause_until"]}
          note={texts["admin.tutor_pause_note"]}
          type="date"
          {...input("pausedUntil", tutor.pausedUntil)}
        />
      </div>
    </>
  )
}

/** What `TutorFields` sends. */
export function readTutor(input: FormData): TutorSettings {
  const text = (name: string) => String(input.get(name) ?? "").trim() || null
  const weeklyLimit = text("weeklyLimit")
  const pausedFrom = text("pausedFrom")
  return {
    timeZone: text("timeZone") ?? "",
    weeklyLimit: weeklyLimit === null ? null : Number(weeklyLimit),
    noticeHours: Number(text("noticeHours") ?? DEFAULT_NOTICE_HOURS),
    meetingUrl: text("meetingUrl"),
    pausedFrom,
    // Without a first day there is no pause.
    pausedUntil: pausedFrom && text("pausedUntil"),
  }
}
