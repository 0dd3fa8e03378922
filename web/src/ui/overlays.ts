import type { ErrorNotice, SuccessNotice } from "./overlay-state.ts"
import { presentPlainDialog } from "./plain-dialog.ts"

/**
 * Shows the error dialog of the page (§4): a second error takes the place of the first. Its script is fetched with the
 * first one, and where the line is down a plain dialog says and offers the same.
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

/** Shows the success dialog of the page (§4). Without a line it comes plain, and stays until it is closed. */
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
