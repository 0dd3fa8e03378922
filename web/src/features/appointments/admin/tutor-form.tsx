import { LANGUAGES } from "@haitech/contract/languages"
import { readTutor, TutorFields } from "#features/appointments/tutor-fields.tsx"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Checkbox, FieldSet } from "#ui/choice.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { SUBJECTS } from "./labels.ts"
import { type TutorChoice, useSaveTutor } from "./slots-api.ts"

const SUBJECT_NAMES = Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]

interface Props {
  readonly tutor: TutorChoice
  readonly onDone: () => void
}

export function TutorForm({ tutor, onDone }: Props) {
  const { t, texts, timeZone, lengths, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: save } = useSaveTutor(tutor.userId)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await save({ ...readTutor(input), ...readSkills(input) }) }),
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
        <TutorFields {...{ texts, lengths, tutor, errors }} zone={tutor.timeZone ?? timeZone} />
        <Skills tutor={tutor} />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </FormActions>
      </fieldset>
    </form>
  )
}

/** What decides which sessions are proposed to the tutor. */
function Skills({ tutor }: Pick<Props, "tutor">) {
  const { t } = useAdminApp()
  return (
    <div className="field-pair">
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

function readSkills(input: FormData) {
  return {
    languages: LANGUAGES.filter((value) => input.getAll("languages").includes(value)),
    subjects: SUBJECT_NAMES.filter((value) => input.getAll("subjects").includes(value)),
  }
}
