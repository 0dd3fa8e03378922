import { type RefObject, useEffect } from "react"
import { useWaiting } from "./use-waiting.ts"

/** What waits on the device, beside a form that also works when the connection ends while it is filled in. */
export function useWaitingRequests(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = box
    // The form is often hydrated because somebody is in it.
    if (current?.contains(document.activeElement)) prepare()
    current?.addEventListener("focusin", prepare, { once: true })
    return () => current?.removeEventListener("focusin", prepare)
  }, [box])
  return useWaiting()
}

/** Where it fails to load, the form keeps what was typed. */
function prepare(): void {
  import("./api.ts").then(({ prepareOffline }) => prepareOffline()).catch(() => undefined)
}
