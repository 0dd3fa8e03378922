import { openStorage } from "#platform/offline/storage.ts"

export const HELP_PREFIX = "help.unsent."

/** How many questions this device still has of an account. */
export function countWaitingHelp(isOwn: (owner: string) => boolean): number {
  const storage = openStorage()
  const names = storage.names().filter((name) => name.startsWith(HELP_PREFIX))
  return names.filter((name) => isOwn(JSON.parse(storage.get(name) ?? "{}").owner)).length
}

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
