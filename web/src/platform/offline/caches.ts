/** The files of saved courses, by address. Pages write it; the service worker reads it. */
export const SAVED_FILES = "saved"
/** The list of each saved course, by the address of the list. */
export const SAVED_COURSES = "saved-courses"
/** Pages and files that were opened. The service worker writes and trims it. */
export const SEEN_FILES = "seen"

/** Background sync (WICG) wakes the service worker with it once the network is back. */
export const SYNC_TAG = "events"

const STORED_HEADERS = [
  "content-type",
  "content-security-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "x-content-type-options",
]

/** A response to store: with its policies, without what described its way through the network. */
export function storable(body: BodyInit, { headers }: Response): Response {
  const stored = STORED_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(body, { headers: stored })
}
