import type { Feedback } from "@haitech/contract/admin/appointments"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Checkbox } from "#ui/choice.tsx"
import { SelectField } from "#ui/field.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { Stars } from "#ui/stars.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useAppointment, useSaveFeedback } from "./api.ts"

const RATINGS = [5, 4, 3, 2, 1]

/** What the student said, and what the tutor says about a session that took place. */
export function FeedbackForm({ id }: { readonly id: string }) {
  const { t } = useAdminApp()
  const { data } = useAppointment(id)
  if (!data) return <Skeleton className="h-24" />
  const { feedback } = data
  return (
    <section className="admin-box" aria-label={t("admin.feedback")}>
      <h3>{t("admin.feedback")}</h3>
      {feedback?.studentRating ? (
        <div className="grid gap-1">
          <p className="strong">{t("admin.feedback_student")}</p>
          <Stars rating={feedback.studentRating} label={t("testimonials.stars", { rating: feedback.studentRating })} />
          {feedback.studentFeedback && <p className="admin-words">{feedback.studentFeedback}</p>}
        </div>
      ) : (
        <p className="text-muted">{t("admin.feedback_student_none")}</p>
      )}
      <TutorForm id={id} feedback={feedback} />
    </section>
  )
}

function TutorForm({ id, feedback }: { readonly id: string; readonly feedback: Feedback | null }) {
  const { t, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: save } = useSaveFeedback(id)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const rating = Number(input.get("tutorRating"))
      const body = await save({
        ...(rating > 0 && { tutorRating: rating }),
        tutorFeedback: String(input.get("tutorFeedback")),
        sessionNotes: String(input.get("sessionNotes")),
        followUpRequired: input.get("followUpRequired") !== null,
      })
      return { state: "sent", body }
    },
    onResult(result) {
      if (result.state === "sent") showToast("success", t("admin.updated_title"), t("admin.feedback_saved"))
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
    },
  })
  return (
    <form className="grid gap-4" {...form}>
      <TutorFields feedback={feedback} errors={errors} />
      <div>
        <BusyButton type="submit" look="quiet" compact isBusy={isSending}>
          {isSending ? t("profile.saving") : t("admin.feedback_save")}
        </BusyButton>
      </div>
    </form>
  )
}

interface FieldsProps {
  readonly feedback: Feedback | null
  readonly errors: Readonly<Record<string, string>>
}

function TutorFields({ feedback, errors }: FieldsProps) {
  const { t, lengths } = useAdminApp()
  return (
    <>
      <SelectField
        label={t("admin.feedback_rating")}
        name="tutorRating"
        defaultValue={feedback?.tutorRating ?? ""}
        error={errors["tutorRating"]}
      >
        <option value="">–</option>
        {RATINGS.map((rating) => (
          <option key={rating} value={rating}>
            {t("testimonials.stars", { rating })}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={t("admin.feedback_tutor")}
        name="tutorFeedback"
        rows={2}
        maxLength={lengths.sessionNotes}
        defaultValue={feedback?.tutorFeedback ?? ""}
        error={errors["tutorFeedback"]}
      />
      <TextAreaField
        label={t("admin.feedback_notes")}
        name="sessionNotes"
        rows={2}
        maxLength={lengths.sessionNotes}
        defaultValue={feedback?.sessionNotes ?? ""}
        error={errors["sessionNotes"]}
      />
      <Checkbox
        label={t("admin.feedback_follow_up")}
        name="followUpRequired"
        defaultChecked={feedback?.followUpRequired ?? false}
      />
    </>
  )
}
