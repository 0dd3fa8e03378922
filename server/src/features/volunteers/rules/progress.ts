import { ANSWER_DAYS, type ApplicationStatus, OPEN_STATUSES } from "@haitech/contract/volunteers"

interface Progress {
  readonly status: ApplicationStatus
  readonly statusChangedAt: Date
  readonly nextStepOn: string | null
}

const DAY_MS = 86_400_000
const LINK_DAYS = 365

/** Days after the last change of the status, until which the applicant hears what comes next. */
const NEXT_DAYS: Readonly<Partial<Record<ApplicationStatus, number>>> = {
  new: ANSWER_DAYS,
  interview: 14,
  screening: 21,
  training: 30,
}

/** A day as `YYYY-MM-DD`, or the instant whose day it is; null when nothing comes next. */
export function nextStepOf({ status, statusChangedAt, nextStepOn }: Progress): string | Date | null {
  const days = NEXT_DAYS[status]
  if (days === undefined) return null
  return nextStepOn ?? daysAfter(statusChangedAt, days)
}

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
