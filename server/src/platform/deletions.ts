import { UNDO_HOURS } from "@haitech/contract/deletions"

const HOUR_MS = 3_600_000

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS)
}

export function finalBefore(now: Date): Date {
  return hoursBefore(now, UNDO_HOURS)
}
