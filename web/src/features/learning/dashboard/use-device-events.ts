import { routes } from "@haitech/contract/routes"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { useLearningApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { EVENT_DATABASE } from "#platform/offline/database-names.ts"
import { hasDatabase } from "#platform/offline/has-database.ts"

export const CHANGED_BY_EVENTS = [
  routes.readLearningSummary,
  routes.readProgress,
  routes.listReviews,
  routes.listAchievements,
].map(queryKey)

/** Sends what this device has recorded in lessons, such as a guest's answers before the sign-up. */
export function useDeviceEvents(): void {
  const { t, showToast } = useLearningApp()
  const client = useQueryClient()
  const onMerged = useEffectEvent(() => showToast("success", t("lesson.merged_title"), t("lesson.merged")))
  const onSent = useEffectEvent(() => {
    for (const key of CHANGED_BY_EVENTS) void client.invalidateQueries({ queryKey: key })
  })
  useEffect(() => {
    const mount = new AbortController()
    const send = async () => {
      // Most devices of a new member have none, and load no script for them.
      if (!(await hasDatabase(EVENT_DATABASE))) return
      const { deviceLog, listenToLog } = await import("#features/learning/device-log.ts")
      const { currentOwner } = await import("#platform/offline/device-account.ts")
      if (mount.signal.aborted) return
      mount.signal.addEventListener("abort", listenToLog({ onMerged }))
      const log = deviceLog()
      await Promise.all([log.reread(), currentOwner()])
      const waiting = () => log.list().filter(({ state }) => state === "waiting").length
      const before = waiting()
      await log.flush()
      if (waiting() < before) onSent()
    }
    // The lessons' own pages send what could not be sent here.
    send().catch(() => undefined)
    return () => mount.abort()
  }, [])
}
