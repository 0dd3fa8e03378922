import { frontmost } from "./top-layer.ts"

/** What a toast says: texts only, so that nothing a person typed can become markup. */
export interface Toast {
  readonly title: string
  readonly description: string
  readonly tone: "success" | "failure"
  /** What the place of the toasts and its close button are called, for screen readers. */
  readonly labels: { readonly region: string; readonly close: string }
}

/** §9: how long a toast stays. */
export const TOAST_MS = 5000

/** Shows one toast for five seconds, in place of the one before (§9). Its script is fetched with the first one. */
export async function showToast(toast: Toast): Promise<void> {
  try {
    const toaster = await import("./toaster.tsx")
    toaster.present(toast)
  } catch {
    // Offline, that script cannot come, and this is when people most need to be told.
    presentPlain(toast)
  }
}

function presentPlain({ title, description, tone }: Toast): void {
  const region = document.createElement("div")
  region.className = "toasts"
  region.role = "alert"
  const box = region.appendChild(document.createElement("div"))
  box.className = `toast ${tone}`
  for (const text of [title, description]) box.appendChild(document.createElement("p")).textContent = text
  frontmost().append(region)
  setTimeout(() => region.remove(), TOAST_MS)
}
