import { useState } from "react"
import { ALL_TYPES, RepeatFields, readSlot, SlotFields, TimeFields } from "#features/appointments/slot-fields.tsx"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Dialog } from "#ui/dialog.tsx"
import { SelectField } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useCreateSlots, useTutors } from "./slots-api.ts"
import { useTutorLabel } from "./use-tutor-label.ts"

interface Props {
  /** The day that the form begins with; null while the dialog is closed. */
  readonly date: string | null
  readonly onClose: () => void
}

/** Opens one hour, or one of each week. */
export function OpenHoursDialog({ date, onClose }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="open-hours"
      title={t("admin.open_hours")}
      closeLabel={t("dialog.close")}
      {...useModal(date !== null, onClose)}
    >
      {date !== null && <SlotForm date={date} onDone={onClose} />}
    </Dialog>
  )
}

function SlotForm({ date, onDone }: { readonly date: string; readonly onDone: () => void }) {
  const { t, texts, lengths, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: create } = useCreateSlots()
  const [tutorId, setTutorId] = useState("")
  const { zone, tutors } = useZone(tutorId)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const tutor = tutors.find(({ userId }) => userId === tutorId)
      const slot = { ...readSlot(input), timeZone: zone, ...(tutor && { tutorId: tutor.userId }) }
      return { state: "sent", body: await create(slot) }
    },
    onResult(outcome) {
      if (outcome.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(outcome.error))
      if (outcome.state !== "sent") return
      const { created } = outcome.body
      showToast("success", t("admin.created_title"), t("admin.slots_opened", { count: created }))
      onDone()
    },
  })
  const labelOf = useTutorLabel()
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <fieldset className="grid gap-5" disabled={isSending}>
        <SelectField
          label={t("admin.tutor")}
          name="tutorId"
          value={tutorId}
          onChange={({ currentTarget }) => setTutorId(currentTarget.value)}
          error={errors["tutorId"]}
        >
          <option value="">{t("admin.tutor_none")}</option>
          {tutors.map((tutor) => (
            <option key={tutor.userId} value={tutor.userId}>
              {labelOf(tutor)}
            </option>
          ))}
        </SelectField>
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

function useZone(tutorId: string) {
  const { timeZone } = useAdminApp()
  const { data: tutors = [] } = useTutors()
  return { tutors, zone: tutors.find(({ userId }) => userId === tutorId)?.timeZone ?? timeZone }
}
