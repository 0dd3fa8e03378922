import { ANSWER_DAYS, type ApplicationStatus, OPEN_STATUSES } from "@haitech/contract/volunteers"

interface Progress {
  readonly status: ApplicationStatus
  readonly statusChangedAt: Date
}

const DAY_MS = 86_400_000
const LINK_DAYS = 365

export function answerAt(createdAt: Date): Date {
  return daysAfter(createdAt, ANSWER_DAYS)
}

export function mayWithdraw({ status }: Pick<Progress, "status">): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

export function isLinkExpired({ statusChangedAt }: Pick<Progress, "statusChangedAt">, now: Date): boolean {
  return now > daysAfter(statusChangedAt, LINK_DAYS)
}

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MS)
}
