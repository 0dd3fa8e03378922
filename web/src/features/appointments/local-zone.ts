import { useSyncExternalStore } from "react"

/** The session storage key of the zone that the visitor named. */
const KEY = "zone"
const listeners = new Set<() => void>()
let named: string | null | undefined

/** The visitor's zone: the one named on this visit, else that of the device. */
export function localTimeZone(): string {
  named ??= readNamed()
  return named ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Names the visitor's zone for the rest of the visit, in this tab. */
export function nameLocalZone(timeZone: string): void {
  named = timeZone
  try {
    sessionStorage.setItem(KEY, timeZone)
  } catch {
    // Storage is blocked: the zone holds until the page is closed.
  }
  for (const tell of listeners) tell()
}

/** Null in the HTML of the server and while it hydrates: nobody knows the zone there. */
export function useLocalZone(): string | null {
  return useSyncExternalStore(subscribe, localTimeZone, () => null)
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

function readNamed(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
