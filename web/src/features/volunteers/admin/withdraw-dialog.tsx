import type { ScreeningRecord } from "@haitech/contract/admin/screening"
import { WITHDRAWAL_REASON_LENGTH } from "@haitech/contract/screening"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useWithdrawStep } from "./screening-api.ts"
import { STEP_TEXTS } from "./screening-step.tsx"

export interface Withdrawing {
  readonly record: ScreeningRecord
  /** Whose screening it is. */
  readonly name: string
}

interface Props {
  /** Null while the dialog is closed. */
  readonly withdrawing: Withdrawing | null
  readonly onClose: () => void
}

export function WithdrawDialog({ withdrawing, onClose }: Props) {
  const { t } = useScreeningAdminApp()
  const step = withdrawing ? t(STEP_TEXTS[withdrawing.record.step]) : ""
  return (
    <Dialog
      id="screening-withdrawal"
      title={t("admin.screening_action", { action: t("admin.screening_withdraw"), step })}
      closeLabel={t("dialog.close")}
      {...useModal(withdrawing !== null, onClose)}
    >
      {withdrawing && <WithdrawForm key={withdrawing.record.id} withdrawing={withdrawing} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly withdrawing: Withdrawing
  readonly onDone: () => void
}

function WithdrawForm({ withdrawing: { record, name }, onDone }: FormProps) {
  const { t, showToast, failureMessage } = useScreeningAdminApp()
  const { mutateAsync: withdraw } = useWithdrawStep(record.id)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const reason = String(input.get("reason")).trim()
      if (reason === "") return { state: "invalid", texts: { reason: t("field.removal_reason.required") } }
      return { state: "sent", body: await withdraw(reason) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.screening_failed"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("admin.screening_saved"), name)
      onDone()
    },
  })
  const about = record.confirmedAt === null ? "admin.screening_withdraw_waiting" : "admin.screening_withdraw_about"
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p>{t(about, { name })}</p>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TextAreaField
          label={t("admin.screening_reason")}
          note={t("admin.screening_reason_note", { name })}
          name="reason"
          rows={3}
          required
          maxLength={WITHDRAWAL_REASON_LENGTH}
          error={errors["reason"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("admin.screening_withdraw")}
        </FormActions>
      </fieldset>
    </form>
  )
}
