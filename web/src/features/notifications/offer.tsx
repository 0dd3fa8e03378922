import { useState } from "react"
import { useNotificationsApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { useNotifications, useTurnOn } from "./api.ts"
import { rememberLater } from "./device-choice.ts"

/** The browser's own question comes with the tap on "Yes" only: a member who refuses that one is never asked again. */
function Offer({ occasion }: { readonly occasion: "session" | "lesson" }) {
  const { t } = useNotificationsApp()
  const { data: settings } = useNotifications()
  const { mutate, isPending } = useTurnOn()
  const [isDone, setDone] = useState(false)
  const end = () => {
    setDone(true)
    // The pressed button is gone.
    document.querySelector<HTMLElement>("main h2[tabindex]")?.focus()
  }
  const isOn = settings?.devices.some(({ isCurrent }) => isCurrent)
  if (!settings?.publicKey || isDone || isOn) return null
  const { publicKey } = settings
  return (
    <section className="card step" aria-labelledby="notifications-offer">
      <h2 id="notifications-offer">{t(`notify.offer_${occasion}_title`)}</h2>
      <p className="text-muted">{t(`notify.offer_${occasion}`)}</p>
      <p className="flex flex-wrap gap-3">
        <Button compact disabled={isPending} onClick={() => mutate(publicKey, { onSuccess: end })}>
          {t("notify.yes")}
        </Button>
        <Button
          look="quiet"
          compact
          onClick={() => {
            rememberLater()
            end()
          }}
        >
          {t("notify.later")}
        </Button>
      </p>
    </section>
  )
}

export const SessionOffer = () => <Offer occasion="session" />
export const LessonOffer = () => <Offer occasion="lesson" />
