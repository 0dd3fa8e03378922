import { LANGUAGES } from "@haitech/contract/languages"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Checkbox, FieldSet } from "#ui/choice.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { SUBJECTS } from "./labels.ts"
import { type TutorChoice, useSaveTutor } from "./slots-api.ts"

const ZONES = Intl.supportedValuesOf("timeZone")
const SUBJECT_NAMES = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]
const DEFAULT_NOTICE_HOURS = 12

interface Props {
  readonly tutor: TutorChoice
  readonly onDone: () => void
}

export function TutorForm({ tutor, onDone }: Props) {
  const { t, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: save } = useSaveTutor(tutor.userId)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await save(readTutor(input)) }),
    onResult(outcome) {
      if (outcome.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(outcome.error))
      if (outcome.state !== "sent") return
      showToast("success", t("admin.updated_title"), t("admin.tutor_saved", { name: tutor.name }))
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TutorFields tutor={tutor} errors={errors} />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </FormActions>
      </fieldset>
    </form>
  )
}

interface FieldsProps {
  readonly tutor: TutorChoice
  readonly errors: Readonly<Record<string, string>>
}

function TutorFields({ tutor, errors }: FieldsProps) {
  const { t, timeZone, lengths } = useAdminApp()
  const zone = tutor.timeZone ?? timeZone
  const input = (name: keyof ReturnType<typeof readTutor>, value: string | number | null | undefined) => ({
    name,
    defaultValue: value ?? "",
    error: errors[name],
  })
  return (
    <>
      <SelectField label={t("admin.tutor_zone")} {...input("timeZone", zone)}>
        {!ZONES.includes(zone) && <option value={zone}>{zone}</option>}
        {ZONES.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll("_", " ")}
          </option>
        ))}
      </SelectField>
      <Skills tutor={tutor} />
      <div className="admin-pair">
        <Field
          label={t("admin.tutor_limit")}
          note={t("admin.tutor_limit_note")}
          type="number"
          inputMode="numeric"
          min={1}
          max={lengths.weeklyLimit}
          {...input("weeklyLimit", tutor.weeklyLimit)}
        />
        <Field
          label={t("admin.tutor_notice")}
          note={t("admin.tutor_notice_note")}
          type="number"
          inputMode="numeric"
          min={0}
          max={lengths.noticeHours}
          {...input("noticeHours", tutor.noticeHours ?? DEFAULT_NOTICE_HOURS)}
        />
      </div>
      <Field
        label={t("admin.tutor_meeting")}
        note={t("admin.tutor_meeting_note")}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...input("meetingUrl", tutor.meetingUrl)}
      />
      <div className="admin-pair">
        <Field label={t("admin.tutor_pause_from")} type="date" {...input("pausedFrom", tutor.pausedFrom)} />
        <Field
          label={t("admin.tutor_pause_until")}
          note={t("admin.tutor_pause_note")}
          type="date"
          {...input("pausedUntil", tutor.pausedUntil)}
        />
      </div>
    </>
  )
}

/** What decides which sessions are proposed to the tutor. */
function Skills({ tutor }: Pick<FieldsProps, "tutor">) {
  const { t } = useAdminApp()
  return (
    <div className="admin-pair">
      <FieldSet legend={t("admin.tutor_languages")}>
        {LANGUAGES.map((value) => (
          <Checkbox
            key={value}
            name="languages"
            value={value}
            label={t(`language.${value}`)}
            defaultChecked={tutor.languages?.includes(value) ?? false}
          />
        ))}
      </FieldSet>
      <FieldSet legend={t("admin.tutor_subjects")}>
        {SUBJECT_NAMES.map((value) => (
          <Checkbox
            key={value}
            name="subjects"
            value={value}
            label={t(SUBJECTS[value])}
            defaultChecked={tutor.subjects?.includes(value) ?? false}
          />
        ))}
      </FieldSet>
    </div>
  )
}

function readTutor(input: FormData) {
  const text = (name: string) => String(input.get(name) ?? "").trim() || null
  const weeklyLimit = text("weeklyLimit")
  const pausedFrom = text("pausedFrom")
  return {
    timeZone: text("timeZone") ?? "",
    weeklyLimit: weeklyLimit === null ? null : Number(weeklyLimit),
    noticeHours: Number(text("noticeHours") ?? DEFAULT_NOTICE_HOURS),
    meetingUrl: text("meetingUrl"),
    languages: LANGUAGES.filter((value) => input.getAll("languages").includes(value)),
    subjects: SUBJECT_NAMES.filter((value) => input.getAll("subjects").includes(value)),
    pausedFrom,
    // Without a first day there is no pause.
    pausedUntil: pausedFrom && text("pausedUntil"),
  }
}
