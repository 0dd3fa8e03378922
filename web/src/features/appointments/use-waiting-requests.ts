import { type RefObject, useEffect } from "react"
import { showToast } from "#ui/toast.ts"
import { loadWaiting, useWaiting } from "./use-waiting.ts"

type ToastTexts = Readonly<Record<"offline.title" | "toast.region" | "toast.close", string>>

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
  const form = import("./api.ts").then(({ prepareOffline }) => prepareOffline())
  Promise.all([form, loadWaiting()]).catch(() => undefined)
}

export async function reportKept(labels: ToastTexts): Promise<void> {
  const { texts } = await loadWaiting()
  await showToast({
    tone: "success",
    title: labels["offline.title"],
    description: texts["unsent.saved"],
    labels: { region: labels["toast.region"], close: labels["toast.close"] },
  })
}
