import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useEffect, useState } from "react"
import { useAdminApp } from "#platform/app.tsx"
import { openLive } from "#platform/live.ts"
import { singleFlight } from "#platform/single-flight.ts"
import { EVERY_MS, refreshChat } from "./admin-api.ts"

/** Nothing until it is known. */
const LiveContext = createContext<boolean | null>(null)

/** How often to ask where nobody tells, in ms; not at all while the socket does. */
export const usePollWhileDown = () => (use(LiveContext) ? false : EVERY_MS)

/** One socket for the whole office: what it tells of is asked for again, and everything once it is back. */
export function LiveAdmin({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient()
  const [isLive, setIsLive] = useState<boolean | null>(null)
  useEffect(() => {
    const changed = gathered(client)
    const live = openLive({
      onMessage: (message) => changed("threadId" in message ? message.threadId : ALL),
      onState(isConnected) {
        setIsLive(isConnected)
        if (isConnected) changed(ALL)
      },
    })
    return () => live.close()
  }, [client])
  return <LiveContext value={isLive}>{children}</LiveContext>
}

/** A storm of messages is one refresh after the other, never two at once, and the last one is never forgotten. */
function gathered(client: QueryClient) {
  const told = new Set<string>()
  const refresh = singleFlight(async () => {
    const threads = new Set(told)
    told.clear()
    await refreshChat(client, threads.has(ALL) ? undefined : threads)
  })
  return (thread: string) => {
    told.add(thread)
    void refresh()
  }
}

const ALL = "all"

/** Whether what is seen is what is. */
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
