import type { Session } from "@haitech/contract/accounts"
import { dayInWords } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import { useApp } from "#platform/app.tsx"
import { Button } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useEndSession, useEndSessions, useSessions } from "./api.ts"
import { Trouble } from "./trouble.tsx"

/** Where the member is signed in, and the way out of each place. */
export function SessionsCard() {
  const { t, tellFailure, language } = useApp()
  const { data, error, refetch } = useSessions()
  const endAll = useEndSessions()
  if (error) return <Trouble again={refetch} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <>
      <ul className="sessions">
        {data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="mt-5">
        <Button
          look="quiet"
          disabled={endAll.isPending}
          onClick={() =>
            endAll.mutate(undefined, {
              onSuccess: () => location.assign(pathIn(language, "/login")),
              onError: tellFailure,
            })
          }
        >
          {t("sessions.end_all")}
        </Button>
      </div>
    </>
  )
}

function SessionRow({ session: { id, device, isCurrent, beganAt, usedAt } }: { readonly session: Session }) {
  const { t, tell, tellFailure, language, timeZone } = useApp()
  const end = useEndSession()
  const name = device || t("sessions.unknown")
  const day = (at: string) => dayInWords(language, at, timeZone)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {isCurrent && <span className="this-one">{t("sessions.this")}</span>}
        <p className="small text-muted">{t("sessions.since", { began: day(beganAt), used: day(usedAt) })}</p>
      </div>
      {!isCurrent && (
        <Button
          look="quiet"
          compact
          disabled={end.isPending}
          aria-label={t("sessions.end_device", { device: name })}
          onClick={() =>
            end.mutate(id, {
              onSuccess: () => tell("success", t("sessions.ended_title"), t("sessions.ended")),
              onError: tellFailure,
            })
          }
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  )
}
