import { SYNC_TAG } from "./caches.ts"
import { countTransfers } from "./data-use.ts"
import { savesData } from "./saves-data.ts"

const ADDRESS = "/sw.js"

/** Background sync is not in TypeScript's library. */
type SyncRegistration = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } }

export const canWorkOffline = () => "serviceWorker" in navigator && "caches" in globalThis && "subtle" in crypto

/** Resolves when the service worker answers for the pages of this device; null where the browser or the server refuses it. */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!canWorkOffline()) return null
  try {
    // A page that has a worker never registers: it would bring back one that the server switched off a moment ago.
    if (navigator.serviceWorker.controller) return (await navigator.serviceWorker.getRegistration()) ?? null
    await navigator.serviceWorker.register(ADDRESS, { updateViaCache: "none" })
    const registration = await navigator.serviceWorker.ready
    registration.active?.postMessage(loadedAddresses())
    return registration
  } catch {
    return null
  }
}

let isStarting = false
/** Once the page is idle and on a good connection, so that a first visit costs what it cost. What it costs is counted anyway. */
export function startWorkerWhenIdle(): void {
  countTransfers()
  if (isStarting || savesData()) return
  isStarting = true
  const start = () => void startWorker()
  // A busy phone may never be idle. Safari has no such call.
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 5000 })
  else setTimeout(start)
}

/** Lets the browser send what waits after this page was closed, where it can. */
export async function sendAfterClosing(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined
  await registration?.sync?.register(SYNC_TAG).catch(() => undefined)
}

/** This page, and what it loaded before the worker could see it. */
function loadedAddresses(): string[] {
  const files = performance.getEntriesByType("resource").map(({ name }) => name)
  return [location.pathname, ...files.filter((name) => /\/(?:assets|fonts|fragments)\//.test(name))]
}
