import type { ClosedDay } from "@haitech/contract/admin/slots"
import type { Appointment } from "@haitech/contract/appointments"
import { useRef, useState } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Field } from "#ui/field.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useModal } from "#ui/use-modal.ts"
import { BookingList } from "./booking-list.tsx"
import { formatDate } from "./day-names.ts"
import { useClosedDays, useDeleteClosedDay, useSaveClosedDay } from "./slots-api.ts"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Days on which repeated hours do not open. */
export function ClosedDaysDialog({ isOpen, onClose }: Props) {
  const { t } = useAdminApp()
  return (
    <Dialog
      id="closed-days"
      title={t("admin.closed_days")}
      closeLabel={t("dialog.close")}
      {...useModal(isOpen, onClose)}
    >
      {isOpen && <ClosedDays />}
    </Dialog>
  )
}

export function ClosedDays() {
  const { t } = useAdminApp()
  const loadError = useLoadError()
  const { data, error, refetch } = useClosedDays()
  const heading = useRef<HTMLHeadingElement>(null)
  if (error && !data) return <LoadFailed {...loadError(error, refetch)} />
  if (!data) return <Skeleton className="mt-5 h-48" />
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-muted">{t("admin.closed_days_about")}</p>
      <AddDay />
      <h3 ref={heading} tabIndex={-1}>
        {t("admin.closed_days_list")}
      </h3>
      {data.length === 0 && <p className="text-muted">{t("admin.closed_days_empty")}</p>}
      <ul className="admin-lines">
        {data.map((day) => (
          <Day key={day.date} day={day} onRemove={() => heading.current?.focus()} />
        ))}
      </ul>
    </div>
  )
}

function Day({ day: { date, name }, onRemove }: { readonly day: ClosedDay; readonly onRemove: () => void }) {
  const { t, language, showToast, showFailure } = useAdminApp()
  const { mutate, isPending } = useDeleteClosedDay()
  const remove = () =>
    mutate(date, {
      onSuccess() {
        // The row goes away with its button.
        onRemove()
        showToast("success", t("admin.updated_title"), t("admin.closed_day_removed", { name }))
      },
      onError: showFailure,
    })
  return (
    <li>
      <span>
        {name}
        <span className="block text-muted">
          {formatDate(language, date)}, {date.slice(0, 4)}
        </span>
      </span>
      <BusyButton look="quiet" compact isBusy={isPending} onClick={remove}>
        {t("admin.closed_day_remove")} <span className="sr">{name}</span>
      </BusyButton>
    </li>
  )
}

function AddDay() {
  const { t, lengths, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: save } = useSaveClosedDay()
  const [bookings, setBookings] = useState<readonly Appointment[]>([])
  const { form, isSending, errors } = useFormSubmit({
    resetsOnSuccess: true,
    async send(input) {
      const [date = "", until = "", name = ""] = ["date", "until", "name"].map((each) => String(input.get(each)).trim())
      const texts = {
        ...(date === "" && { date: t("field.date.required") }),
        ...(name === "" && { name: t("field.name.required") }),
      }
      if (Object.keys(texts).length > 0) return { state: "invalid", texts }
      return { state: "sent", body: await save({ date, name, ...(until && { until }) }) }
    },
    onResult(result) {
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
      if (result.state !== "sent") return
      setBookings(result.body.bookings)
      showToast("success", t("admin.created_title"), t("admin.closed_day_added", { name: result.body.name }))
    },
  })
  return (
    <>
      <form className="admin-box" {...form}>
        <div className="field-pair">
          <Field label={t("admin.day")} name="date" type="date" required error={errors["date"]} />
          <Field
            label={t("admin.slot_last_day")}
            note={t("form.optional")}
            name="until"
            type="date"
            error={errors["until"]}
          />
          <Field
            label={t("admin.closed_day_name")}
            name="name"
            required
            maxLength={lengths.closedDayName}
            error={errors["name"]}
          />
        </div>
        <div>
          <BusyButton type="submit" compact isBusy={isSending}>
            {isSending ? t("profile.saving") : t("admin.closed_day_add")}
          </BusyButton>
        </div>
      </form>
      {bookings.length > 0 && (
        <div role="status" className="grid gap-2">
          <p>{t("admin.closed_day_booked")}</p>
          <BookingList bookings={bookings} />
        </div>
      )}
    </>
  )
}
