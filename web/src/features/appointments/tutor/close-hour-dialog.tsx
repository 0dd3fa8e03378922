import type { OwnSlot } from "@haitech/contract/tutors"
import { useState } from "react"
import { useTutorApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { RadioGroup } from "#ui/choice.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useCloseHour, useOwnSlot } from "./api.ts"
import { BookingLines } from "./booking-lines.tsx"
import { LoadFailedLine } from "./load-failed-line.tsx"

interface Props {
  readonly slot: OwnSlot
  readonly zone: string
  readonly onClose: () => void
}

/** Closes an hour, or it and the later ones of its series. It shows first which sessions the staff must move. */
export function CloseHourDialog({ slot, zone, onClose }: Props) {
  const { t } = useTutorApp()
  const { ref } = useModal(true, onClose)
  return (
    <Dialog
      id="close-hour"
      title={t("admin.slot_close_title")}
      closeLabel={t("dialog.close")}
      ref={ref}
      onClose={onClose}
    >
      {/* Closed before it is removed, the dialog gives the focus back. */}
      <ClosingForm slot={slot} zone={zone} onClose={() => ref.current?.close()} />
    </Dialog>
  )
}

function ClosingForm({ slot: { id, seriesId }, zone, onClose }: Props) {
  const { t, showToast, showFailure } = useTutorApp()
  const [scope, setScope] = useState<"one" | "later">("one")
  const { data, error, refetch } = useOwnSlot(id)
  const { mutateAsync: close, isPending } = useCloseHour(id)
  if (error && !data) return <LoadFailedLine error={error} again={refetch} />
  if (!data) return <Skeleton className="mt-4 h-24" />
  const bookings = scope === "one" ? data.bookings : data.laterBookings
  async function run() {
    try {
      const { deleted, closed, bookings: moved } = await close(scope)
      const count = t("admin.slots_closed", { count: deleted + closed })
      showToast("success", t("tutor.saved_title"), moved.length > 0 ? `${count}. ${t("tutor.closed")}` : count)
      onClose()
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <div className="mt-4 grid gap-5">
      {seriesId && (
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
        <BookingLines label={t("tutor.close_booked")} bookings={bookings} zone={zone} />
      )}
      <p className="flex flex-wrap gap-3">
        <BusyButton className="danger" isBusy={isPending} onClick={() => void run()}>
          {t("admin.slot_close")}
        </BusyButton>
        <Button look="quiet" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
      </p>
    </div>
  )
}
