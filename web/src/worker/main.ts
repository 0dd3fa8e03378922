// The service worker, `/sw.js`. It decides nothing ahead: a page that was opened opens again, a saved course opens at once.
import { SYNC_TAG } from "#platform/offline/caches.ts"
import { isShared, takeShared } from "./handed-over.ts"
import { respondToFile, respondToPage, storeSeen } from "./pages.ts"
import { openNotified, showPush } from "./push.ts"
import { sendEvents } from "./send-events.ts"

declare const self: ServiceWorkerGlobalScope

/** Background sync is not in TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Data, sign-ins, the admin area, and what replaces this worker. */
const NETWORK_ONLY = /^\/(?:\w\w\/)?(?:api|ws|admin|sw\.js|reload\.js|readyz|healthz|metrics|login\/google|via)(?:\/|$)/

self.addEventListener("install", () => void self.skipWaiting())

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (isShared(request, pathname)) return event.respondWith(takeShared(request, pathname))
  if (request.method !== "GET" || origin !== self.location.origin || NETWORK_ONLY.test(pathname)) return
  const isNavigation = request.mode === "navigate"
  // A course that is being saved takes nothing older, and a video is asked for in parts.
  if ((!isNavigation && request.cache !== "default") || request.headers.has("range")) return
  const isPage = isNavigation && request.destination === "document"
  event.respondWith((isPage ? respondToPage : respondToFile)(request, pathname, (work) => event.waitUntil(work)))
})

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data)) event.waitUntil(storeSeen(event.data))
})

self.addEventListener("push", (event) => event.waitUntil(showPush(event.data)))

self.addEventListener("notificationclick", (event) => event.waitUntil(openNotified(event.notification)))

self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(sendEvents())
})
