import { useEffect, useSyncExternalStore } from "react"
import { OUTBOX_DATABASE } from "#platform/offline/databases.ts"
import { hasDatabase } from "#platform/offline/indexed-db.ts"
import type { RequestOutbox } from "./request-outbox.ts"
import type { RequestTexts } from "./request-reports.ts"

export interface Waiting extends Pick<typeof import("./waiting-requests.tsx"), "WaitingRequests"> {
  readonly outbox: RequestOutbox
  readonly texts: RequestTexts
}

let loading: Promise<Waiting> | undefined
let loaded: Waiting | undefined
const listeners = new Set<() => void>()

/** What shows and sends what waits on the device. @throws when it cannot be loaded */
export function loadWaiting(): Promise<Waiting> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function loadScript(): Promise<Waiting> {
  const [{ openRequestOutbox }, { requestTexts }, { WaitingRequests }] = await Promise.all([
    import("./request-outbox.ts"),
    import("./request-reports.ts"),
    import("./waiting-requests.tsx"),
  ])
  const [outbox, texts] = await Promise.all([openRequestOutbox(), requestTexts()])
  loaded = { outbox, texts, WaitingRequests }
  for (const notify of listeners) notify()
  return loaded
}

/** Undefined until something of the page loads it, or the device has had something to send: on most visits. */
export function useWaiting(): Waiting | undefined {
  const waiting = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  )
  useEffect(() => {
    const load = async () => {
      if (await hasDatabase(OUTBOX_DATABASE)) await loadWaiting()
    }
    load().catch(() => undefined)
  }, [])
  return waiting
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
