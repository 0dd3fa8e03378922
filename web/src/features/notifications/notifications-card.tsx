import type { NotificationDevice, NotificationKind } from "@haitech/contract/notifications"
import { useState } from "react"
import { useNotificationsApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Checkbox, FieldSet } from "#ui/choice.tsx"
import { useChooseKinds, useNotifications, useRemoveDevice, useTurnOn } from "./api.ts"
import { canNotify } from "./device-choice.ts"

const KINDS = {
  sessions: "notify.sessions",
  replies: "notify.replies",
  reviews: "notify.reviews",
} as const satisfies Record<NotificationKind, string>
const ALL = Object.keys(KINDS) as NotificationKind[]

/** Nothing while the site sends no notifications. No landmark: the toasts have one of the same name. */
export function NotificationsCard() {
  const { t } = useNotificationsApp()
  const { data: settings } = useNotifications()
  if (!settings?.publicKey) return null
  const { publicKey, devices } = settings
  const isOn = devices.some(({ isCurrent }) => isCurrent)
  return (
    <section className="card p-5 sm:p-7">
      <h2 id="notifications" tabIndex={-1} className="mb-5 text-[1.375rem]">
        {t("notify.title")}
      </h2>
      <div className="grid gap-5">
        <p>{t("notify.about")}</p>
        {!isOn && <TurnOn publicKey={publicKey} />}
        {devices.length > 0 && <Kinds chosen={settings.kinds} />}
        {devices.length > 0 && <Devices devices={devices} />}
      </div>
    </section>
  )
}

function TurnOn({ publicKey }: { readonly publicKey: string }) {
  const { t } = useNotificationsApp()
  const { mutate, isPending } = useTurnOn()
  if (!canNotify()) return <p className="text-muted">{t("notify.unsupported")}</p>
  if (Notification.permission === "denied") return <p className="text-muted">{t("notify.blocked")}</p>
  return (
    <p>
      <Button disabled={isPending} onClick={() => mutate(publicKey, { onSuccess: focusTitle })}>
        {t(isPending ? "notify.turning_on" : "notify.turn_on")}
      </Button>
    </p>
  )
}

/** A switch is stored at once, with the state of the others; until then it shows what was chosen. */
function Kinds({ chosen }: { readonly chosen: readonly string[] }) {
  const { t } = useNotificationsApp()
  const { mutate } = useChooseKinds()
  const [pending, setPending] = useState<readonly string[] | null>(null)
  const shown = pending ?? chosen
  const change = (kind: NotificationKind, isChosen: boolean) => {
    const kinds = ALL.filter((other) => (other === kind ? isChosen : shown.includes(other)))
    setPending(kinds)
    mutate(kinds, { onSettled: () => setPending(null) })
  }
  return (
    <FieldSet legend={t("notify.kinds")}>
      {ALL.map((kind) => (
        <Checkbox
          key={kind}
          label={t(KINDS[kind])}
          checked={shown.includes(kind)}
          onChange={(event) => change(kind, event.currentTarget.checked)}
        />
      ))}
    </FieldSet>
  )
}

function Devices({ devices }: { readonly devices: readonly NotificationDevice[] }) {
  const { t } = useNotificationsApp()
  const { mutate, isPending } = useRemoveDevice()
  return (
    <div>
      <h3>{t("notify.devices")}</h3>
      <ul className="sessions">
        {devices.map((device) => (
          <li key={device.id}>
            <div>
              <strong>{device.name || t("sessions.unknown")}</strong>
              {device.isCurrent && <span className="this-one">{t("sessions.this")}</span>}
            </div>
            <Button
              look="quiet"
              compact
              disabled={isPending}
              aria-label={t("notify.remove_device", { device: device.name || t("sessions.unknown") })}
              onClick={() => mutate(device, { onSuccess: focusTitle })}
            >
              {t("notify.remove")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The pressed button is gone. */
function focusTitle(): void {
  document.getElementById("notifications")?.focus()
}
