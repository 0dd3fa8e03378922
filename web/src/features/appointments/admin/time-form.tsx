import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { cityOf, clockAt, instantOf } from "@haitech/contract/clock"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { Checkbox } from "#ui/choice.tsx"
import { Field } from "#ui/field.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { onOtherClock } from "./day-names.ts"
import { startOf } from "./entries.ts"
import { useSessionChange } from "./use-session-change.ts"

interface Props {
  readonly session: AppointmentRecord
  readonly onDone: () => void
}

/** Another day and hour, on the site's clock. A request can be approved with it. */
export function TimeForm({ session, onDone }: Props) {
  const { t, language, timeZone } = useAdminApp()
  const { change } = useSessionChange(session)
  const { date, time } = clockAt(startOf(session), timeZone)
  const { form, isSending, errors } = useFormSubmit({
    async send(input) {
      const scheduledAt = instantOf(String(input.get("date")), String(input.get("time")), timeZone)
      if (!scheduledAt) return { state: "invalid", texts: { time: t("field.instant.invalid") } }
      const approves = input.get("approves") !== null
      const isChanged = await change(
        { scheduledAt, ...(approves && { status: "approved" as const }) },
        approves ? "admin.session_approved" : "admin.session_moved",
      )
      if (isChanged) onDone()
      return { state: "sent", body: undefined }
    },
  })
  const { timeZone: studentZone } = session
  return (
    <form className="mt-5 grid gap-5" {...form}>
      <p className="text-muted">
        {t("admin.session_time_about", { city: cityOf(timeZone) })}
        {studentZone &&
          studentZone !== timeZone &&
          ` ${t("admin.session_time_student", onOtherClock(language, startOf(session), studentZone, timeZone))}`}
      </p>
      <fieldset className="grid gap-5" disabled={isSending}>
        <div className="field-pair">
          <Field label={t("admin.day")} name="date" type="date" required defaultValue={date} error={errors["date"]} />
          <Field
            label={t("admin.session_start")}
            name="time"
            type="time"
            step={900}
            required
            defaultValue={time}
            error={errors["time"]}
          />
        </div>
        {session.status === "pending" && (
          <Checkbox label={t("admin.session_time_approves")} name="approves" defaultChecked />
        )}
        <FormActions cancelLabel={t("profile.cancel")} onCancel={onDone}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </FormActions>
      </fieldset>
    </form>
  )
}
