import { showToast, TOAST_MS } from "./toast.ts"
import type { Toast } from "./toaster.tsx"

/** The session storage key of a toast that the next page shows. */
const KEY = "toast"

interface CarriedToast {
  readonly toast: Toast
  readonly restMs: number
}

/** Like `showToast`, before a redirect: the next page can show the toast for the rest of its five seconds. */
export function showToastAcrossPages(toast: Toast): void {
  const shownAt = Date.now()
  const keep = () => {
    // The visitor may have closed it.
    if (document.querySelector(".toasts .toast")) write({ toast, restMs: TOAST_MS - (Date.now() - shownAt) })
  }
  void showToast(toast)
  addEventListener("pagehide", keep, { once: true })
}

/** Shows the toast that was visible when this tab left the previous page. */
export function showCarriedToast(): void {
  const carried = take()
  if (carried) void showToast(carried.toast, carried.restMs)
}

function write(carried: CarriedToast): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(carried))
  } catch {
    // Storage is blocked: the toast ends with its page.
  }
}

function take(): CarriedToast | null {
  try {
    const carried = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return JSON.parse(carried ?? "null")
  } catch {
    return null
  }
}
