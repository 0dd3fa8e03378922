import { readTutor, TutorFields } from "#features/appointments/tutor-fields.tsx"
import { readSkills, TutorSkills } from "#features/appointments/tutor-skills.tsx"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { FormActions } from "#ui/form-actions.tsx"
import { type TutorChoice, useSaveTutor } from "./slots-api.ts"

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
        <TutorSkills
          {...{ texts, tutor }}
          legends={{ languages: t("admin.tutor_languages"), subjects: t("admin.tutor_subjects") }}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </FormActions>
      </fieldset>
    </form>
  )
}
