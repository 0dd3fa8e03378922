import { useGroupsAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"

interface Props {
  readonly id: string
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Rejects when it failed. */
  readonly onReason: (reason: string) => Promise<unknown>
}

/** Asks why a post or a member is removed. */
export function ReasonDialog({ id, title, isOpen, onClose, onReason }: Props) {
  const { t } = useGroupsAdminApp()
  return (
    <Dialog id={id} title={title} closeLabel={t("dialog.close")} {...useModal(isOpen, onClose)}>
      {isOpen && <ReasonForm title={title} onClose={onClose} onReason={onReason} />}
    </Dialog>
  )
}

function ReasonForm({ title, onClose, onReason }: Pick<Props, "title" | "onClose" | "onReason">) {
  const { t, lengths, showToast, failureMessage } = useGroupsAdminApp()
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const reason = String(input.get("reason")).trim()
      if (reason === "") return { state: "invalid", texts: { reason: t("field.removal_reason.required") } }
      return { state: "sent", body: await onReason(reason) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("admin.group_saved"), title)
      onClose()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TextAreaField
          label={t("admin.group_reason")}
          note={t("admin.group_reason_note")}
          name="reason"
          rows={3}
          required
          maxLength={lengths.revocationReason}
          error={errors["reason"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onClose}>
          {isSending ? t("profile.saving") : title}
        </FormActions>
      </fieldset>
    </form>
  )
}
