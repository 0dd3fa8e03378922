import type { DonationDetail } from "@haitech/contract/admin/donations"
import { useState } from "react"
import { useDonationsAdminApp } from "#platform/app/app.tsx"
import { createId } from "#platform/forms/create-id.ts"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { Dialog } from "#ui/dialog.tsx"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useRefund } from "./api.ts"

interface Props {
  /** Null while the dialog is closed. */
  readonly donation: DonationDetail | null
  readonly onClose: () => void
}

export function RefundDialog({ donation, onClose }: Props) {
  const { t } = useDonationsAdminApp()
  return (
    <Dialog
      id="refund"
      title={t("admin.refund_title")}
      closeLabel={t("dialog.close")}
      {...useModal(donation !== null, onClose)}
    >
      {donation && <RefundForm key={donation.id} donation={donation} onDone={onClose} />}
    </Dialog>
  )
}

function RefundForm({ donation, onDone }: { readonly donation: DonationDetail; readonly onDone: () => void }) {
  const { t, language, lengths, failureMessage, showToast } = useDonationsAdminApp()
  const { mutateAsync: refund } = useRefund(donation.id)
  // One refund for each dialog, however often it is sent.
  const [id] = useState(createId)
  const { refundable, currency, name } = donation
  const rest = formatMoney(language, refundable, currency)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const amount = toCents(String(input.get("amount")))
      const reason = String(input.get("reason")).trim()
      const texts = {
        ...(amount === undefined || amount < 1 ? { amount: t("field.refund_amount.invalid") } : {}),
        ...(amount !== undefined && amount > refundable ? { amount: t("admin.refund_max", { amount: rest }) } : {}),
        ...(reason === "" ? { reason: t("field.refund_reason.required") } : {}),
      }
      if (Object.keys(texts).length > 0) return { state: "invalid", texts }
      return { state: "sent", body: await refund({ id, amount: amount ?? 0, reason }) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.refund_failed"), failureMessage(result.error))
      if (result.state !== "sent") return
      const state = result.body.refunds.find((made) => made.id === id)?.state ?? "requested"
      const [tone, title, about] = entryOf(RESULTS, state) ?? RESULTS.refused
      showToast(tone, t(title), t(about))
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p>{t("admin.refund_about", { name: name ?? t("admin.no_name"), amount: rest })}</p>
      <fieldset className="grid gap-5" disabled={isSending}>
        <Field
          label={t("admin.refund_amount")}
          name="amount"
          inputMode="decimal"
          required
          defaultValue={(refundable / 100).toFixed(2)}
          error={errors["amount"]}
        />
        <TextAreaField
          label={t("admin.refund_reason")}
          note={t("admin.refund_reason_note")}
          name="reason"
          rows={3}
          required
          maxLength={lengths.refundReason}
          error={errors["reason"]}
        />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("admin.refund_sending") : t("admin.refund")}
        </FormActions>
      </fieldset>
    </form>
  )
}

const RESULTS = {
  accepted: ["success", "admin.refund_done", "admin.refund_done_about"],
  requested: ["success", "admin.refund_later", "admin.refund_later_about"],
  refused: ["failure", "admin.refund_failed", "admin.refund_failed_about"],
} as const

/** `12`, `12.50` and `12,50`. */
function toCents(input: string): number | undefined {
  const [, units, cents = "0"] = /^\s*\$?\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(input) ?? []
  return units === undefined ? undefined : Number(units) * 100 + Number(cents.padEnd(2, "0"))
}
