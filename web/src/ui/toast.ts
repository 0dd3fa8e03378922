import type { Toast } from "./toaster.tsx"
import { frontmostElement } from "./top-layer.ts"

/** How long a toast stays (spec §9). */
export const TOAST_MS = 5000

/** Shows a toast for five seconds; it replaces the previous one (spec §9). The first toast loads the script. */
export async function showToast(toast: Toast, durationMs = TOAST_MS): Promise<void> {
  const focused = document.activeElement
  try {
    const toaster = await import("./toaster.tsx")
    toaster.presentToast(toast, durationMs, focused)
  } catch {
    // Offline the script cannot load, and the message matters most then.
    showPlainToast(toast, durationMs)
  }
}

function showPlainToast({ title, description, tone }: Toast, durationMs: number): void {
  const region = document.createElement("div")
  region.className = "toasts"
  region.role = "alert"
  const box = region.appendChild(document.createElement("div"))
  box.className = `toast ${tone}`
  for (const text of [title, description]) box.appendChild(document.createElement("p")).textContent = text
  frontmostElement().append(region)
  setTimeout(() => region.remove(), durationMs)
}
