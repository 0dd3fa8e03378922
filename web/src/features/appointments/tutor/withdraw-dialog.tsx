import type { TutorSession } from "@haitech/contract/tutors"
import { isComing, startOf, useNow } from "#features/appointments/session-times.ts"
import { useTutorApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { useModal } from "#ui/use-modal.ts"
import { useOwnTutor, useWithdraw } from "./api.ts"
import { BookingLines } from "./booking-lines.tsx"
import { useTutorSessions } from "./sessions-api.ts"

interface Props {
  readonly session: TutorSession
  readonly onDone: () => void
}

/** Before a tutor leaves an hour: all of its sessions, and who hears of it. */
export function WithdrawDialog({ session, onDone }: Props) {
  const { t, showToast, showFailure } = useTutorApp()
  const { ref } = useModal(true, onDone)
  // Closed before it is removed, the dialog gives the focus back.
  const close = () => ref.current?.close()
  const { data: tutor } = useOwnTutor()
  const { data: sessions = [session] } = useTutorSessions()
  const { mutateAsync: withdraw, isPending } = useWithdraw(session.id)
  const now = useNow()
  const startsAt = startOf(session)
  const ofHour = sessions.filter((other) => startOf(other) === startsAt && isComing(other, now))
  async function run() {
    try {
      await withdraw(startsAt)
      showToast("success", t("tutor.saved_title"), t("tutor.withdrawn"))
      close()
      focusSessions()
    } catch (failure) {
      showFailure(failure)
    }
  }
  return (
    <Dialog id="withdraw" title={t("tutor.withdraw_title")} closeLabel={t("dialog.close")} ref={ref} onClose={onDone}>
      <div className="mt-4 grid gap-5">
        <BookingLines label={t("tutor.withdraw_touches")} bookings={ofHour} zone={tutor?.settings?.timeZone ?? "UTC"} />
        <p>
          {ofHour.some(({ status }) => status === "approved") && `${t("tutor.withdraw_email")} `}
          {t("tutor.withdraw_text")}
        </p>
        <p className="flex flex-wrap gap-3">
          <Button look="quiet" onClick={close}>
            {t("tutor.withdraw_not")}
          </Button>
          <BusyButton className="danger" isBusy={isPending} onClick={() => void run()}>
            {t("tutor.withdraw")}
          </BusyButton>
        </p>
      </div>
    </Dialog>
  )
}

/** The session and the button that opened the dialog are gone. */
function focusSessions(): void {
  const heading = document.querySelector<HTMLElement>(".sessions-page h2")
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}
