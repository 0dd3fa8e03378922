import { cityOf } from "@haitech/contract/clock"
import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Checkbox, RadioGroup } from "#ui/choice.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { useModal } from "#ui/use-modal.ts"
import { ALL_TYPES, readSlotFields, SlotFields } from "./slot-fields.tsx"
import { type SlotInput, useCreateSlots, useTutors } from "./slots-api.ts"
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
  const { t, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: create } = useCreateSlots()
  const [tutorId, setTutorId] = useState("")
  const [repeats, setRepeats] = useState(false)
  const { zone, tutors } = useZone(tutorId)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const slot = readSlot(input, { zone, repeats, tutorId: tutors.find(({ userId }) => userId === tutorId)?.userId })
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
        <TimeFields date={date} zone={zone} errors={errors} />
        <SlotFields types={ALL_TYPES} places={1} errors={errors} />
        <Checkbox
          label={t("admin.slot_repeats")}
          checked={repeats}
          onChange={({ currentTarget }) => setRepeats(currentTarget.checked)}
        />
        {repeats && <RepeatFields errors={errors} />}
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

type TutorId = NonNullable<SlotInput["tutorId"]>

function readSlot(
  input: FormData,
  {
    zone,
    repeats,
    tutorId,
  }: { readonly zone: string; readonly repeats: boolean; readonly tutorId: TutorId | undefined },
): SlotInput {
  const text = (name: string) => String(input.get(name) ?? "")
  return {
    date: text("date"),
    startTime: text("startTime"),
    endTime: text("endTime"),
    timeZone: zone,
    ...readSlotFields(input),
    ...(tutorId && { tutorId }),
    ...(repeats && {
      repeats: {
        until: text("ends") === "date" ? text("until") : null,
        skipsClosedDays: input.get("skipsClosedDays") !== null,
      },
    }),
  }
}

interface FieldsProps {
  readonly errors: Readonly<Record<string, string>>
}

function TimeFields({ date, zone, errors }: FieldsProps & { readonly date: string; readonly zone: string }) {
  const { t } = useAdminApp()
  return (
    <div className="grid gap-2">
      <div className="admin-triple">
        <Field label={t("admin.day")} name="date" type="date" required defaultValue={date} error={errors["date"]} />
        <Field
          label={t("admin.session_start")}
          name="startTime"
          type="time"
          step={900}
          required
          defaultValue="16:00"
          error={errors["startTime"]}
        />
        <Field
          label={t("admin.slot_end")}
          name="endTime"
          type="time"
          step={900}
          required
          defaultValue="17:00"
          error={errors["endTime"]}
        />
      </div>
      <p className="small text-muted">{t("admin.slot_zone", { city: cityOf(zone) })}</p>
    </div>
  )
}

function RepeatFields({ errors }: FieldsProps) {
  const { t } = useAdminApp()
  const [ends, setEnds] = useState("never")
  const error = errors["repeats"] ?? errors["until"] ?? errors["repeats.until"]
  return (
    <div className="admin-box">
      <RadioGroup
        legend={t("admin.slot_until")}
        name="ends"
        value={ends}
        onChoose={setEnds}
        options={[
          { value: "never", label: t("admin.slot_until_never") },
          { value: "date", label: t("admin.slot_until_date") },
        ]}
      />
      {ends === "date" && <Field label={t("admin.slot_last_day")} name="until" type="date" required error={error} />}
      <Checkbox label={t("admin.slot_skips")} name="skipsClosedDays" defaultChecked />
    </div>
  )
}
