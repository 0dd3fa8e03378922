import type { Session } from "@haitech/contract/accounts"
import { formatDay } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import { useProfileApp } from "#platform/app/app.tsx"
import { Button } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { DeviceCode } from "./device-code.tsx"
import { LoadError } from "./load-error.tsx"
import { useEndSession, useEndSessions, useSessions } from "./profile-api.ts"

/** The member's sessions, each with a button that ends it. */
export function SessionsCard() {
  const { t, showFailure, language } = useProfileApp()
  const { data, error, refetch } = useSessions()
  const endAll = useEndSessions()
  if (error && !data) return <LoadError error={error} again={refetch} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <>
      <ul className="sessions">
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <DeviceCode />
      <div className="mt-5">
        <Button
          look="quiet"
          disabled={endAll.isPending}
          onClick={() =>
            endAll.mutate(undefined, {
              onSuccess: () => location.assign(pathIn(language, "/login")),
              onError: showFailure,
            })
          }
        >
          {t("sessions.end_all")}
        </Button>
      </div>
    </>
  )
}

function SessionRow({ session: { id, device, movedFrom, isCurrent, beganAt, usedAt } }: { readonly session: Session }) {
  const { t, showToast, showFailure, language, timeZone } = useProfileApp()
  const end = useEndSession()
  const name = device || t("sessions.unknown")
  const formatDate = (at: string) => formatDay(language, at, timeZone)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {isCurrent && <span className="this-one">{t("sessions.this")}</span>}
        <p className="small text-muted">
          {t("sessions.since", { began: formatDate(beganAt), used: formatDate(usedAt) })}
        </p>
        {movedFrom !== undefined && (
          <p className="small text-muted">{t("device_code.from", { device: movedFrom || t("sessions.unknown") })}</p>
        )}
      </div>
      {!isCurrent && (
        <Button
          look="quiet"
          compact
          disabled={end.isPending}
          aria-label={t("sessions.end_device", { device: name })}
          onClick={() =>
            end.mutate(id, {
              onSuccess: () => showToast("success", t("sessions.ended_title"), t("sessions.ended")),
              onError: showFailure,
            })
          }
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  )
}
