import type { Session } from "@haitech/contract/accounts"
import { useEffect } from "react"
import { useProfileApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { useCreateDeviceCode, useDeleteDeviceCode, useSessions } from "./profile-api.ts"

/** Shows a code with which another device of this person signs in, until it did or the code is too old. */
export function DeviceCode() {
  const { t, showFailure } = useProfileApp()
  const { mutate: create, data: code, isPending, reset } = useCreateDeviceCode()
  const { mutate: cancel } = useDeleteDeviceCode()
  // By the server's clock.
  const madeAt = code ? Date.parse(code.createdAt) : Number.POSITIVE_INFINITY
  const lifetimeMs = code ? Date.parse(code.expiresAt) - madeAt : 0
  const began = ({ movedFrom, beganAt }: Session) => movedFrom !== undefined && Date.parse(beganAt) >= madeAt
  const { data: sessions } = useSessions((list) => code !== undefined && !list.some(began))
  const moved = sessions?.find(began)
  useEffect(() => {
    const timer = code && setTimeout(reset, lifetimeMs)
    return () => clearTimeout(timer)
  }, [code, lifetimeMs, reset])
  const nameOf = (device: string) => device || t("sessions.unknown")
  return (
    <div className="device-code">
      <h3>{t("device_code.move")}</h3>
      <p role="status">
        {moved
          ? t("device_code.done", { device: nameOf(moved.device) })
          : t(code ? "device_code.steps" : "device_code.about")}
      </p>
      {code && !moved ? (
        <>
          <p className="device-code-digits">{`${code.code.slice(0, 3)} ${code.code.slice(3)}`}</p>
          <p className="small text-muted">
            {t("device_code.valid", { minutes: lifetimeMs / 60_000, device: nameOf(code.device) })}
          </p>
          <Button look="quiet" compact onClick={() => cancel(undefined, { onSuccess: reset, onError: showFailure })}>
            {t("device_code.cancel")}
          </Button>
        </>
      ) : (
        <Button look="quiet" compact disabled={isPending} onClick={() => create(undefined, { onError: showFailure })}>
          {t("device_code.make")}
        </Button>
      )}
    </div>
  )
}
