import type { HoursProofRecord } from "@haitech/contract/hours-proofs"
import { routes } from "@haitech/contract/routes"
import { useMutation } from "@tanstack/react-query"
import { useRecordLists } from "#platform/admin/record-lists.ts"
import { useProofsAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { request } from "#platform/http/request.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"

interface Props {
  /** Null while the dialog is closed. */
  readonly proof: HoursProofRecord | null
  readonly onClose: () => void
}

export function ProofRevocation({ proof, onClose }: Props) {
  const { t } = useProofsAdminApp()
  return (
    <Dialog
      id="revocation"
      title={t("admin.hours_proof_revoke_title")}
      closeLabel={t("dialog.close")}
      {...useModal(proof !== null, onClose)}
    >
      {proof && <RevokeForm key={proof.id} proof={proof} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  readonly proof: HoursProofRecord
  readonly onDone: () => void
}

function RevokeForm({ proof: { id, name }, onDone }: FormProps) {
  const { t, lengths, failureMessage, showToast } = useProofsAdminApp()
  const { mutateAsync: revoke } = useRevokeProof(id)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const reason = String(input.get("reason")).trim()
      if (reason === "") return { state: "invalid", texts: { reason: t("admin.certificate_reason_required") } }
      return { state: "sent", body: await revoke(reason) }
    },
    onResult(result) {
      if (result.state === "refused")
        showToast("failure", t("admin.hours_proof_revoke_failed"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("admin.hours_proof_revoke_done"), name)
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p>{t("admin.hours_proof_revoke_about", { name })}</p>
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

function useRevokeProof(id: string) {
  const { language } = useProofsAdminApp()
  const lists = useRecordLists<HoursProofRecord>(routes.listIssuedProofs)
  return useMutation({
    mutationFn: (reason: string) => request(routes.revokeProof, { params: { id }, body: { reason } }, language),
    onSuccess: (saved) => lists.change((rows) => rows.map((row) => (row.id === id ? saved : row))),
    // After a failure too, because only the response may have got lost.
    onSettled: lists.refresh,
  })
}
