import type { Screening } from "@haitech/contract/admin/screening"
import { instantOf } from "@haitech/contract/clock"
import { SCREENING_DAYS, SCREENING_REFERENCE_LENGTH, type ScreeningStep } from "@haitech/contract/screening"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useRecordStep } from "./screening-api.ts"
import { STEP_TEXTS } from "./screening-step.tsx"
import { dayIn } from "./steps.ts"

export interface Recording {
  readonly userId: Screening["userId"]
  readonly step: ScreeningStep
}

interface Props {
  /** Null while the dialog is closed. */
  readonly recording: Recording | null
  readonly onClose: () => void
}

export function RecordDialog({ recording, onClose }: Props) {
  const { t } = useScreeningAdminApp()
  return (
    <Dialog
      id="screening-record"
      title={recording ? t(STEP_TEXTS[recording.step]) : ""}
      closeLabel={t("dialog.close")}
      {...useModal(recording !== null, onClose)}
    >
      {recording && <RecordForm key={recording.step} recording={recording} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly recording: Recording
  readonly onDone: () => void
}

/** Valid to the end of the chosen day on the site's clock. */
function RecordForm({ recording: { userId, step }, onDone }: FormProps) {
  const { t, timeZone, showToast, failureMessage } = useScreeningAdminApp()
  const { mutateAsync: record } = useRecordStep(userId)
  const lastDay = dayIn(SCREENING_DAYS - 1, timeZone)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const validUntil = instantOf(String(input.get("validUntil")), "23:59", timeZone) ?? ""
      return { state: "sent", body: await record({ step, validUntil, reference: String(input.get("reference")) }) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.screening_failed"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("admin.screening_saved"), t("admin.screening_record_about"))
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p>{t("admin.screening_record_about")}</p>
      <fieldset className="grid gap-5" disabled={isSending}>
        <Field
          label={t("admin.screening_until")}
          note={t("admin.screening_until_note")}
          name="validUntil"
          type="date"
          required
          min={dayIn(0, timeZone)}
          max={lastDay}
          defaultValue={lastDay}
          error={errors["validUntil"]}
        />
        <Field
          label={t("admin.screening_reference")}
          note={t("admin.screening_reference_note")}
          name="reference"
          autoComplete="off"
          maxLength={SCREENING_REFERENCE_LENGTH}
          error={errors["reference"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("admin.screening_record")}
        </FormActions>
      </fieldset>
    </form>
  )
}
