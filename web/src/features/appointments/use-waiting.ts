import { useEffect, useSyncExternalStore } from "react"
import type { OUTBOX_DATABASE } from "#platform/offline/database-names.ts"
import type { Waiting } from "./waiting-script.ts"

/** Here once more, because the apps would load this file with what it imports. */
const OUTBOX: typeof OUTBOX_DATABASE = "outbox"

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
  const { openWaiting } = await import("./waiting-script.ts")
  loaded = await openWaiting()
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
      if ((await indexedDB.databases()).some(({ name }) => name === OUTBOX)) await loadWaiting()
    }
    load().catch(() => undefined)
  }, [])
  return waiting
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
