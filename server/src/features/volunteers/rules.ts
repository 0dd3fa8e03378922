import { type ApplicationObstacle, NEXT_STEP_DAYS, type NextStep } from "@haitech/contract/admin/volunteers"
import { needsScreening } from "@haitech/contract/screening"
import { APPLICATION_STATUSES, type ApplicationStatus } from "@haitech/contract/volunteers"
import type { VolunteerApplicationRow, WaitingLimits } from "./table.ts"

/** The usual one first. One step back corrects a mistake; an active person pauses or leaves instead. */
const NEXT: Readonly<Record<ApplicationStatus, readonly ApplicationStatus[]>> = {
  new: ["interview", "declined"],
  interview: ["screening", "declined", "new"],
  screening: ["training", "declined", "interview"],
  training: ["active", "declined", "screening"],
  active: ["paused", "alumni"],
  paused: ["active", "alumni"],
  alumni: [],
  declined: [],
}

export function statusesAfter(status: ApplicationStatus): readonly ApplicationStatus[] {
  return NEXT[status]
}

export function canBecome(status: ApplicationStatus, next: ApplicationStatus): boolean {
  return NEXT[status].includes(next)
}

interface Clearance {
  readonly hasAccount: boolean
  readonly screenedUntil: Date | null
}

export function obstacleOf(
  role: VolunteerApplicationRow["role"],
  next: ApplicationStatus,
  { hasAccount, screenedUntil }: Clearance,
  now: Date,
): ApplicationObstacle | null {
  if (next !== "active") return null
  if (!hasAccount) return "no_account"
  return !needsScreening(role) || (screenedUntil !== null && screenedUntil > now) ? null : "not_screened"
}

export type ApplicationEmailKind = Exclude<ApplicationStatus, "new"> | "resumed"

/** A step back has none: it takes back what the person may have read already. */
export function emailAfter(status: ApplicationStatus, next: ApplicationStatus): ApplicationEmailKind | null {
  if (status === "paused" && next === "active") return "resumed"
  const isBack = APPLICATION_STATUSES.indexOf(next) < APPLICATION_STATUSES.indexOf(status)
  return next === "new" || isBack ? null : next
}

const NEXT_STEP: Readonly<Record<ApplicationStatus, NextStep | null>> = {
  new: "read_application",
  interview: "arrange_interview",
  screening: "begin_screening",
  training: "plan_training",
  active: "plan_first_session",
  paused: "ask_about_return",
  alumni: null,
  declined: null,
}

/** Somebody applies or works here, so that an administrator has a next step to do. */
export function isUnderWay({ status }: Pick<VolunteerApplicationRow, "status">): boolean {
  return NEXT_STEP[status] !== null
}

interface PlannedStep {
  readonly nextStep: string | null
  readonly nextStepOn: string | null
}

export function stepAfter(next: ApplicationStatus, today: string): PlannedStep {
  const nextStep = NEXT_STEP[next]
  return { nextStep, nextStepOn: nextStep && nextStepDay(today) }
}

const DAY_MS = 86_400_000

export function nextStepDay(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + NEXT_STEP_DAYS * DAY_MS).toISOString().slice(0, 10)
}

/** The same as `waitsForAdmin` in SQL. */
export function isWaiting(application: VolunteerApplicationRow, { today, unchangedSince }: WaitingLimits): boolean {
  const { status, assignedAdmin, nextStepOn, statusChangedAt } = application
  if (status === "new") return true
  if (!isUnderWay(application)) return false
  const isAnswered = status === "active" || status === "paused"
  const isStepLate = nextStepOn !== null && nextStepOn < today
  return assignedAdmin === null || isStepLate || (!isAnswered && statusChangedAt < unchangedSince)
}

export function daysSince(at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY_MS))
}
