import { clockAt } from "@haitech/contract/clock"
import { useState } from "react"
import { ALL_TYPES, RepeatFields, readSlot, SlotFields, TimeFields } from "#features/appointments/slot-fields.tsx"
import { useTutorApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useOpenHours } from "./api.ts"

interface Props {
  readonly zone: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Opens one hour, or one of each week, on the tutor's clock. */
export function OpenHoursDialog({ zone, isOpen, onClose }: Props) {
  const { t } = useTutorApp()
  return (
    <Dialog id="open-hours" title={t("admin.open_hours")} closeLabel={t("dialog.close")} {...useModal(isOpen, onClose)}>
      {isOpen && <OpenHoursForm zone={zone} onDone={onClose} />}
    </Dialog>
  )
}

const DAY_MS = 86_400_000

function OpenHoursForm({ zone, onDone }: { readonly zone: string; readonly onDone: () => void }) {
  const { t, texts, lengths, showToast, failureMessage } = useTutorApp()
  const { mutateAsync: open } = useOpenHours()
  const [date] = useState(() => clockAt(new Date(Date.now() + DAY_MS).toISOString(), zone).date)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await open(readSlot(input)) }),
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("profile.failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      showToast("success", t("tutor.saved_title"), t("admin.slots_opened", { count: result.body.created }))
      onDone()
    },
  })
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <TimeFields {...{ texts, date, zone, errors }} />
        <SlotFields {...{ texts, errors }} types={ALL_TYPES} places={1} maxPlaces={lengths.slotPlaces} />
        <RepeatFields {...{ texts, errors }} />
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("admin.slot_create")}
        </FormActions>
      </fieldset>
    </form>
  )
}
