import type { TutorSession } from "@haitech/contract/tutors"
import { useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Checkbox, RadioGroup } from "#ui/choice.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { StarField } from "#ui/star-field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useReport } from "./api.ts"

const OUTCOMES = ["completed", "no_show"] as const
type Outcome = (typeof OUTCOMES)[number]

interface Props {
  readonly session: TutorSession
  readonly onDone: () => void
}

/** Whether the session took place, and what the tutor says of it. The rest appears with the first answer. */
export function ReportForm({ session, onDone }: Props) {
  const { t, showToast, failureMessage } = useTutorApp()
  const { mutateAsync: report } = useReport(session.id)
  const ended = OUTCOMES.find((outcome) => outcome === session.status) ?? null
  const [outcome, setOutcome] = useState<Outcome | null>(ended)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await report(readReport(input, outcome ?? "completed")) }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("profile.failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast(
        "success",
        t("tutor.saved_title"),
        t(outcome === "no_show" ? "tutor.report_missed" : "tutor.report_saved"),
      )
      onDone()
    },
  })
  return (
    <form className="grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        {ended === null && (
          <div>
            <RadioGroup
              legend={t("tutor.outcome")}
              name="outcome"
              value={outcome ?? ""}
              onChoose={(value) => setOutcome(value as Outcome)}
              options={[
                { value: "completed", label: t("tutor.outcome_completed") },
                { value: "no_show", label: t("tutor.outcome_no_show") },
              ]}
            />
            <p className="small text-muted">{t("tutor.outcome_final")}</p>
          </div>
        )}
        {outcome && (
          <>
            <ReportFields session={session} took={outcome === "completed"} errors={errors} />
            <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
              {isSending ? t("profile.saving") : t("tutor.report_save")}
            </FormActions>
          </>
        )}
      </fieldset>
    </form>
  )
}

interface FieldsProps {
  readonly session: TutorSession
  /** The session took place. */
  readonly took: boolean
  readonly errors: Readonly<Record<string, string>>
}

function ReportFields({ session: { report }, took, errors }: FieldsProps) {
  const { t, lengths } = useTutorApp()
  return (
    <>
      {took && (
        <>
          <StarField
            legend={t("tutor.rating")}
            name="tutorRating"
            labels={[1, 2, 3, 4, 5].map((count) => t("session.star", { count }))}
            defaultValue={report?.tutorRating ?? undefined}
            error={errors["tutorRating"]}
          />
          <TextAreaField
            label={t("tutor.feedback")}
            note={t("form.optional")}
            name="tutorFeedback"
            rows={3}
            maxLength={lengths.sessionNotes}
            defaultValue={report?.tutorFeedback ?? ""}
            error={errors["tutorFeedback"]}
          />
        </>
      )}
      <TextAreaField
        label={t("tutor.notes")}
        note={t("tutor.notes_note")}
        name="sessionNotes"
        rows={2}
        maxLength={lengths.sessionNotes}
        defaultValue={report?.sessionNotes ?? ""}
        error={errors["sessionNotes"]}
      />
      <Checkbox
        label={t("tutor.follow_up")}
        name="followUpRequired"
        defaultChecked={report?.followUpRequired ?? false}
      />
    </>
  )
}

function readReport(input: FormData, outcome: Outcome) {
  const rating = Number(input.get("tutorRating"))
  return {
    outcome,
    ...(rating > 0 && { tutorRating: rating }),
    tutorFeedback: String(input.get("tutorFeedback") ?? ""),
    sessionNotes: String(input.get("sessionNotes") ?? ""),
    followUpRequired: input.get("followUpRequired") !== null,
  }
}
