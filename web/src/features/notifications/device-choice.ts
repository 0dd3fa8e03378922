import type { Language } from "@haitech/contract/languages"
import { session } from "#platform/offline/session-owner.ts"
import { openStorage } from "#platform/offline/storage.ts"
import { canWorkOffline } from "#platform/offline/worker.ts"

/** What was chosen on this device: `later`, or the member for whom it shows notifications, and since when. */
const NAME = "notifications"
const LATER = "later"
const WEEK_MS = 7 * 24 * 3_600_000

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

export function rememberOn(memberId: string, language: Language): void {
  openStorage().set(NAME, `${memberId} ${stamp(language)}`)
}

/**
 * For the member who had turned it on: after another sign-in, because the subscription ended with the session; in another
 * language; and once a week, because a browser may replace its subscription.
 */
export function needsRenewal(memberId: string, language: Language): boolean {
  const choice = openStorage().get(NAME)
  if (!choice?.startsWith(`${memberId} `) || choice === `${memberId} ${stamp(language)}`) return false
  return canNotify() && Notification.permission === "granted"
}

function stamp(language: Language): string {
  const signIn = session() ?? ""
  return `${signIn} ${language} ${Math.floor(Date.now() / WEEK_MS)}`
}
