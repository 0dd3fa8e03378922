import type { Slot } from "@haitech/contract/admin/slots"
import type { Appointment } from "@haitech/contract/appointments"
import { cityOf, formatHour } from "@haitech/contract/clock"
import { readSlotFields, SlotFields } from "#features/appointments/slot-fields.tsx"
import { useAdminApp } from "#platform/app/app.tsx"
import { useFormSubmit } from "#platform/forms/use-form-submit.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { Chip } from "#ui/chip.tsx"
import { BookingList } from "./booking-list.tsx"
import { CloseHour, type Closing } from "./slot-closing.tsx"
import { useChangeSlot } from "./slots-api.ts"

interface SlotWithBookings extends Slot {
  readonly bookings: readonly Appointment[]
  readonly laterBookings: readonly Appointment[]
}

interface Props {
  readonly slot: SlotWithBookings
  readonly onClosed: (closing: Closing) => void
}

/** An open hour, who has booked it, and what staff can change. */
export function SlotDetail({ slot, onClosed }: Props) {
  const { t } = useAdminApp()
  const { isAvailable, bookings, currentBookings, maxBookings } = slot
  return (
    <>
      <h2 tabIndex={-1}>{t("admin.open_hour")}</h2>
      <p className="admin-chips" role="status">
        <Chip tone={isAvailable ? "good" : "plain"}>{t(isAvailable ? "admin.slot_open" : "admin.slot_closed")}</Chip>
        <Chip>{t("admin.slot_taken", { taken: currentBookings, places: maxBookings })}</Chip>
      </p>
      <Facts slot={slot} />
      <section className="grid gap-2" aria-label={t("admin.slot_bookings")}>
        <h3>{t("admin.slot_bookings")}</h3>
        {bookings.length === 0 ? (
          <p className="text-muted">{t("admin.slot_bookings_none")}</p>
        ) : (
          <BookingList bookings={bookings} />
        )}
      </section>
      <SlotChanges key={`${slot.maxBookings} ${slot.sessionTypes.join()}`} slot={slot} />
      {isAvailable ? <CloseHour slot={slot} onClosed={onClosed} /> : <Reopen id={slot.id} />}
    </>
  )
}

function Facts({ slot: { startsAt, endsAt, tutorName, seriesId } }: { readonly slot: Slot }) {
  const { t, language, timeZone } = useAdminApp()
  return (
    <dl className="admin-facts">
      <dt>{t("admin.slot_when")}</dt>
      <dd>
        {formatWhen(language, startsAt, timeZone).exact} – {formatHour(language, endsAt, timeZone)} ({cityOf(timeZone)})
      </dd>
      <dt>{t("admin.tutor")}</dt>
      <dd>{tutorName ?? t("admin.tutor_none")}</dd>
      <dt>{t("admin.slot_series")}</dt>
      <dd>{seriesId ? t("admin.slot_weekly") : t("admin.slot_single")}</dd>
    </dl>
  )
}

function SlotChanges({ slot }: { readonly slot: Slot }) {
  const { t, texts, lengths, showToast, failureMessage } = useAdminApp()
  const { mutateAsync: change } = useChangeSlot(slot.id)
  const { form, isSending, errors } = useFormSubmit({
    send: async (input) => ({ state: "sent", body: await change(readSlotFields(input)) }),
    onResult(result) {
      if (result.state === "sent") showToast("success", t("admin.updated_title"), t("admin.slot_changed"))
      if (result.state === "refused") showToast("failure", t("admin.save_failed_title"), failureMessage(result.error))
    },
  })
  return (
    <form className="admin-box" {...form}>
      <SlotFields
        {...{ texts, errors }}
        types={slot.sessionTypes}
        places={slot.maxBookings}
        maxPlaces={lengths.slotPlaces}
      />
      <div>
        <BusyButton type="submit" look="quiet" compact isBusy={isSending}>
          {isSending ? t("profile.saving") : t("profile.save")}
        </BusyButton>
      </div>
    </form>
  )
}

function Reopen({ id }: { readonly id: string }) {
  const { t, showToast, showFailure } = useAdminApp()
  const { mutate, isPending } = useChangeSlot(id)
  return (
    <div>
      <BusyButton
        compact
        isBusy={isPending}
        onClick={() =>
          mutate(
            { isAvailable: true },
            {
              onSuccess: () => showToast("success", t("admin.updated_title"), t("admin.slot_reopened")),
              onError: showFailure,
            },
          )
        }
      >
        {t("admin.slot_reopen")}
      </BusyButton>
    </div>
  )
}
