import { openStorage } from "#platform/offline/storage.ts"
import { canWorkOffline } from "#platform/offline/worker.ts"

/** What was chosen on this device: `later`, or the member for whom it shows notifications, and with which sign-in. */
const NAME = "notifications"
const LATER = "later"

export function canNotify(): boolean {
  return canWorkOffline() && "PushManager" in window && "Notification" in window
}

/** Once per device: a "no" to the browser's own question is for good. */
export function mayOffer(): boolean {
  return canNotify() && Notification.permission !== "denied" && openStorage().get(NAME) === null
}

export function rememberLater(): void {
  openStorage().set(NAME, LATER)
}

export function rememberOn(memberId: string): void {
  openStorage().set(NAME, `${memberId} ${signInMark()}`)
}

/** The subscription ended with the session before: true for the member who had turned it on, after another sign-in. */
export function needsRenewal(memberId: string): boolean {
  const [owner, mark] = openStorage().get(NAME)?.split(" ") ?? []
  return owner === memberId && mark !== signInMark() && canNotify() && Notification.permission === "granted"
}

function signInMark(): string {
  return /(?:^|; )signed_in=(\w+)/.exec(document.cookie)?.[1] ?? ""
}
