import { clockAt } from "@haitech/contract/clock"

const REVIEW_HOUR = "17"

export function isReviewHour(now: Date, timeZone: string): boolean {
  return clockAt(now.toISOString(), timeZone).time.startsWith(`${REVIEW_HOUR}:`)
}

export function localDay(now: Date, timeZone: string): string {
  return clockAt(now.toISOString(), timeZone).date
}

export function secondsUntil(expiresAt: string, now: Date): number {
  return Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
}
