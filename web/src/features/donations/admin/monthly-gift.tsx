import type { DonationDetail } from "@haitech/contract/admin/donations"
import { useRef, useState } from "react"
import { useDonationsAdminApp } from "#platform/app/app.tsx"
import { formatMoney } from "#platform/i18n/numbers.ts"
import { BusyButton } from "#ui/busy-button.tsx"
import { ConfirmDialog } from "#ui/confirm-dialog.tsx"
import { useStopMonthlyGift } from "./api.ts"
import { MONTHLY_STATES } from "./donation-states.ts"

interface Props {
  readonly donationId: string
  readonly currency: string
  readonly gift: NonNullable<DonationDetail["monthlyGift"]>
}

/** The gift that repeats, which a donor may ask us to stop. */
export function MonthlyGift({ donationId, currency, gift: { state, amount, isStoppable } }: Props) {
  const { t, language, showToast, showFailure } = useDonationsAdminApp()
  const { mutate: stop, isPending } = useStopMonthlyGift(donationId)
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const stopNow = () =>
    stop(undefined, {
      onSuccess({ monthlyGift }) {
        // The button goes.
        heading.current?.focus()
        if (monthlyGift?.state === "stopped")
          showToast("success", t("admin.monthly_stopped"), t("admin.monthly_stopped_about"))
        else showToast("success", t("admin.monthly_stopped_later"), t("admin.monthly_stopped_later_about"))
      },
      onError: showFailure,
    })
  return (
    <section className="grid gap-2 justify-items-start">
      <h3 ref={heading} tabIndex={-1}>
        {t("admin.monthly_gift")}
      </h3>
      <p>
        {formatMoney(language, amount, currency)} {t("monthly_gift.each_month")}, {t(MONTHLY_STATES[state])}
      </p>
      {isStoppable && (
        <BusyButton compact look="quiet" isBusy={isPending} onClick={() => setAsking(true)}>
          {t("admin.monthly_stop")}
        </BusyButton>
      )}
      <ConfirmDialog
        id="monthly-stop"
        title={t("monthly_gift.stop_title")}
        labels={{ confirm: t("admin.monthly_stop"), cancel: t("profile.cancel"), close: t("dialog.close") }}
        isDanger
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={stopNow}
      >
        <p>{t("admin.monthly_stop_about")}</p>
      </ConfirmDialog>
    </section>
  )
}
