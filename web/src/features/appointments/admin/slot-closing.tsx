import type { Slot } from "@haitech/contract/admin/slots"
import type { Appointment } from "@haitech/contract/appointments"
import { useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { RadioGroup } from "#ui/choice.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { BookingList } from "./booking-list.tsx"
import { useDeleteSlot } from "./slots-api.ts"

/** `isGone`: nobody had booked the hour, and no series holds its place. */
export interface Closing {
  readonly slot: Slot
  readonly isGone: boolean
  /** The later ones of its series are closed, too. */
  readonly hasLater: boolean
}

interface Props {
  readonly slot: Slot & { readonly bookings: readonly Appointment[]; readonly laterBookings: readonly Appointment[] }
  readonly onClosed: (closing: Closing) => void
}

/** Closes an hour, or it and the later ones of its series. What is booked stays until somebody moves it. */
export function CloseHour({ slot, onClosed }: Props) {
  const { t } = useAdminApp()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div>
      <Button look="quiet" compact className="danger" onClick={() => setOpen(true)}>
        {t("admin.slot_close")}
      </Button>
      <Dialog
        id="close-hour"
        title={t("admin.slot_close_title")}
        closeLabel={t("dialog.close")}
        {...useModal(isOpen, close)}
      >
        {isOpen && <ClosingForm slot={slot} onDone={close} onClosed={onClosed} />}
      </Dialog>
    </div>
  )
}

function ClosingForm({ slot, onDone, onClosed }: Props & { readonly onDone: () => void }) {
  const { t, showToast, showFailure } = useAdminApp()
  const [scope, setScope] = useState<"one" | "later">("one")
  const { mutateAsync: remove, isPending } = useDeleteSlot(slot.id)
  const bookings = scope === "one" ? slot.bookings : slot.laterBookings
  async function run() {
    try {
      const { deleted, closed } = await remove(scope)
      const hasLater = scope === "later"
      // The bar that undoes the closing of one hour says so itself.
      if (hasLater) showToast("success", t("admin.updated_title"), t("admin.slots_closed", { count: deleted + closed }))
      onDone()
      onClosed({ slot, isGone: closed === 0, hasLater })
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <div className="mt-4 grid gap-5">
      {slot.seriesId && (
        <RadioGroup
          legend={t("admin.slot_close_which")}
          name="scope"
          value={scope}
          onChoose={(value) => setScope(value === "later" ? "later" : "one")}
          options={[
            { value: "one", label: t("admin.slot_close_this") },
            { value: "later", label: t("admin.slot_close_later") },
          ]}
        />
      )}
      {bookings.length === 0 ? (
        <p className="text-muted">{t("admin.slot_close_free")}</p>
      ) : (
        <>
          <p>{t("admin.slot_close_booked")}</p>
          <BookingList bookings={bookings} />
        </>
      )}
      <p className="flex flex-wrap gap-3">
        <BusyButton className="danger" isBusy={isPending} onClick={() => void run()}>
          {t("admin.slot_close")}
        </BusyButton>
        <Button look="quiet" onClick={onDone}>
          {t("profile.cancel")}
        </Button>
      </p>
    </div>
  )
}
