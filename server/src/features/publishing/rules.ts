import { UNDO_HOURS } from "@haitech/contract/office-publishing"

const HOUR_MS = 3_600_000

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * HOUR_MS)
}

export function mayStillRestore(deletedAt: Date, now: Date): boolean {
  return deletedAt >= hoursBefore(now, UNDO_HOURS)
}
