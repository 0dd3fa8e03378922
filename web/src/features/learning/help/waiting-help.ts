import { openStorage } from "#platform/offline/storage.ts"

export const HELP_PREFIX = "help.unsent."

/** Sends the questions that this device still keeps. Most visits have none and load no script for it. */
export async function sendWaitingHelp(): Promise<void> {
  if (
    !openStorage()
      .names()
      .some((name) => name.startsWith(HELP_PREFIX))
  )
    return
  try {
    const { helpOutbox } = await import("./help-outbox.ts")
    await helpOutbox().retryNow()
  } catch {
    // Offline the script cannot load; the next page tries again.
  }
}
