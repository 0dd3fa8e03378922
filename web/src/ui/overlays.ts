import type { ErrorNotice, SuccessNotice } from "./overlay-state.ts"
import { presentPlainDialog } from "./plain-dialog.ts"

/** The first error loads the dialog's script; if that fails offline, a plain dialog shows the same (spec §4). */
export async function showError(notice: ErrorNotice): Promise<void> {
  const host = await loadHost()
  if (host) return host.presentError(notice)
  const { title, message, retry, hasDismiss = true, labels } = notice
  presentPlainDialog({
    role: "alertdialog",
    title: title ?? labels.title,
    message,
    actions: [
      ...(retry ? [{ label: labels.retry, onSelect: retry }] : []),
      ...(hasDismiss || !retry ? [{ label: labels.dismiss, onSelect: () => undefined }] : []),
    ],
  })
}

/** Shows the page's success dialog (spec §4). Offline a plain dialog appears, which stays open until it is closed. */
export async function showSuccess(notice: SuccessNotice): Promise<void> {
  const host = await loadHost()
  if (host) return host.presentSuccess(notice)
  const { title, message, actions = [], closeLabel } = notice
  presentPlainDialog({
    role: "dialog",
    title,
    message,
    actions: [...actions, { label: closeLabel, onSelect: () => undefined }],
  })
}

async function loadHost(): Promise<typeof import("./overlay-host.tsx") | null> {
  try {
    return await import("./overlay-host.tsx")
  } catch {
    return null
  }
}
