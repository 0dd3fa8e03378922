import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useEffect, useState } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { openLive } from "#platform/http/live.ts"
import { singleFlight } from "#platform/offline/single-flight.ts"
import { POLL_MS, refreshChat } from "./api.ts"

/** Whether the socket is connected; null until that is known. */
const LiveContext = createContext<boolean | null>(null)

/** The polling interval in ms while the socket is down; false while it is connected. */
export const usePollWhileDown = () => (use(LiveContext) ? false : POLL_MS)

/** The single socket of the admin area. Its events reload the changed threads; a reconnect reloads all of them. */
export function LiveAdmin({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const [isLive, setIsLive] = useState<boolean | null>(null)
  useEffect(() => {
    const refreshThread = createRefresh(client)
    const live = openLive({
      onMessage: (message) => refreshThread("threadId" in message ? message.threadId : ALL_THREADS),
      onState(isConnected) {
        setIsLive(isConnected)
        if (isConnected) refreshThread(ALL_THREADS)
      },
    })
    return () => live.close()
  }, [client])
  return <LiveContext value={isLive}>{children}</LiveContext>
}

/** Collects changed threads into one refresh at a time, so that a burst of events starts few refreshes and loses none. */
function createRefresh(client: QueryClient) {
  const changedThreads = new Set<string>()
  const refresh = singleFlight(async () => {
    const threads = new Set(changedThreads)
    changedThreads.clear()
    await refreshChat(client, threads.has(ALL_THREADS) ? undefined : threads)
  })
  return (thread: string) => {
    changedThreads.add(thread)
    void refresh()
  }
}

const ALL_THREADS = "all"

export function AdminLiveMark() {
  const { t } = useAdminApp()
  const isLive = use(LiveContext)
  if (isLive === null) return null
  return (
    <span className={isLive ? "admin-live on" : "admin-live"} role="status">
      <span>{isLive ? t("admin.chat_live") : t("admin.chat_reconnecting")}</span>
    </span>
  )
}
