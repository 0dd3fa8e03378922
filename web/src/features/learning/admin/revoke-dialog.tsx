import type { CertificateRecord } from "@haitech/contract/certificates"
import { useLearningAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useRevokeCertificate } from "./api.ts"

interface Props {
  /** Null while the dialog is closed. */
  readonly certificate: CertificateRecord | null
  readonly onClose: () => void
}

export function RevokeDialog({ certificate, onClose }: Props) {
  const { t } = useLearningAdminApp()
  return (
    <Dialog
      id="revocation"
      title={t("admin.certificate_revoke_title")}
      closeLabel={t("dialog.close")}
      {...useModal(certificate !== null, onClose)}
    >
      {certificate && <RevokeForm key={certificate.id} certificate={certificate} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly certificate: CertificateRecord
  readonly onDone: () => void
}

function RevokeForm({ certificate: { id, name, courseTitle }, onDone }: FormProps) {
  const { t, lengths, failureMessage, showToast } = useLearningAdminApp()
  const { mutateAsync: revoke } = useRevokeCertificate(id)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const reason = String(input.get("reason")).trim()
      if (reason === "") return { state: "invalid", texts: { reason: t("admin.certificate_reason_required") } }
      return { state: "sent", body: await revoke(reason) }
    },
    onResult(result) {
      if (result.state === "refused")
        showToast("failure", t("admin.certificate_revoke_failed"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("admin.certificate_revoke_done"), `${name}: ${courseTitle}`)
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p>{t("admin.certificate_revoke_about", { name })}</p>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TextAreaField
          label={t("admin.certificate_revoke_reason")}
          note={t("admin.certificate_revoke_note")}
          name="reason"
          rows={3}
          required
          maxLength={lengths.revocationReason}
          error={errors["reason"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("admin.certificate_revoking") : t("admin.certificate_revoke")}
        </FormActions>
      </fieldset>
    </form>
  )
}
