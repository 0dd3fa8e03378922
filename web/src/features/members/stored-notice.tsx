import { formatDay, formatHour } from "@haitech/contract/clock"
import { pathIn } from "@haitech/contract/languages"
import { type Query, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { useApp } from "#platform/app/app.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { useStoredReplies } from "#platform/offline/stored-replies.ts"
import { Button, focusAround } from "#ui/button.tsx"

/** A line may be silent, and answer again, without an event of the browser. */
const PAUSE_MS = 30_000

/** Says since when the device has what the dashboard shows without a connection, and reads it again until it comes. */
export function StoredNotice() {
  const { t, language } = useApp()
  const stored = useStoredReplies()
  const client = useQueryClient()
  const readAgain = () => {
    const names = [...stored.keys()].map((name) => `${name}/`)
    const predicate = ({ queryKey, state }: Query) =>
      names.some((name) => `${queryKey.join("/")}/`.startsWith(name)) || isWithoutResponse(state.error)
    void client.refetchQueries({ predicate })
  }
  const isStored = stored.size > 0
  const readIfSeen = useEffectEvent(() => {
    if (document.visibilityState === "visible") readAgain()
  })
  useEffect(() => {
    if (!isStored) return
    const pauses = setInterval(() => readIfSeen(), PAUSE_MS)
    const events = new AbortController()
    addEventListener("online", () => readIfSeen(), events)
    document.addEventListener("visibilitychange", () => readIfSeen(), events)
    return () => {
      clearInterval(pauses)
      events.abort()
    }
  }, [isStored])
  if (!isStored) return null
  const at = new Date(Math.min(...stored.values())).toISOString()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="notice caution stored-notice" role="status">
      <p>{t("dashboard.stored", { when: `${formatDay(language, at, zone)}, ${formatHour(language, at, zone)}` })}</p>
      <Button ref={focusAround} look="quiet" compact onClick={readAgain}>
        {t("error.retry")}
      </Button>
      <a className="underline" href={pathIn(language, "/saved")}>
        {t("dashboard.saved")}
      </a>
    </div>
  )
}

function isWithoutResponse(error: Error | null): boolean {
  return error !== null && !(error instanceof CallFailed)
}
