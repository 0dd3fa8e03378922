import type { ErrorNotice, SuccessNotice } from "./overlay-state.ts"
import { presentPlainDialog } from "./plain-dialog.ts"

/**
 * Shows the page's error dialog (spec §4); a second error replaces the first. The first error loads the script of the
 * dialog; if that fails offline, a plain dialog shows the same text and buttons.
 */
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
