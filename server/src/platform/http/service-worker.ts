import { REVALIDATE, type StoredFile, tagOf } from "./stored-file.ts"

export const SERVICE_WORKER = "sw.js"

export const SERVICE_WORKER_HEADERS = {
  "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
}

// Pages come from the network again at once. What people saved and wrote stays on the device, for the worker after this one.
const OFF = `self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()))
`

/** Replaces a broken service worker: browsers look for a newer one with each page that they open. */
export function switchedOff(): StoredFile {
  const raw = Buffer.from(OFF)
  const type = "text/javascript; charset=utf-8"
  return { type, cacheControl: REVALIDATE, etag: tagOf(raw), raw: () => raw, headers: SERVICE_WORKER_HEADERS }
}
