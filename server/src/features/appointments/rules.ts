import { NOTICE_HOURS } from "@haitech/contract/admin/tutors"
import { type AppointmentRequest, SESSION_TYPES } from "@haitech/contract/appointments"
import { clockAt, instantOf } from "@haitech/contract/clock"
import type { FieldError } from "@haitech/contract/field-errors"
import type { OpenSlot } from "@haitech/contract/slots"
import type { AppointmentRow } from "./table.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type RequestedTime =
  | { readonly at: Date }
  | { readonly field: "date" | "preferredDate"; readonly error: FieldError }

/** `preferredDate` wins; else day and hour are in the site's time zone (D5). Refuses the past (spec §5). */
export function resolveRequestedTime(
  { preferredDate, date = "", preferredTime }: Pick<AppointmentRequest, "preferredDate" | "date" | "preferredTime">,
  timeZone: string,
  now: Date,
): RequestedTime {
  const field = preferredDate === undefined ? "date" : "preferredDate"
  const instant = preferredDate ?? instantOf(date, preferredTime, timeZone)
  if (instant === null) return { field, error: "date.invalid" }
  const at = new Date(instant)
  return at > now ? { at } : { field, error: "date.past" }
}

interface Sender {
  readonly userId: string | null
  readonly idempotencyKeyHash: string | null
}

export function isSameSender(stored: Sender, repeated: Sender): boolean {
  if (repeated.userId !== null && repeated.userId === stored.userId) return true
  return repeated.idempotencyKeyHash !== null && repeated.idempotencyKeyHash === stored.idempotencyKeyHash
}

export function isLinkExpired({ endsAt }: Pick<AppointmentRow, "endsAt">, now: Date): boolean {
  return now.getTime() > endsAt.getTime() + LINK_MS
}

const LINK_MS = 30 * DAY_MS

interface Times {
  readonly startsAt: Date
  readonly endsAt: Date
}

interface Slot extends Times {
  readonly id: string
  readonly tutorId: string | null
}

interface Tutor {
  readonly userId: string
  readonly timeZone: string
  readonly weeklyLimit: number | null
  readonly noticeHours: number
  readonly pausedFrom: string | null
  readonly pausedUntil: string | null
}

/** Whether the tutor takes no booking now for a slot that starts then. Slots without a tutor have the default notice. */
export function isOutOfReach({ startsAt }: Pick<Slot, "startsAt">, tutor: Tutor | null, now: Date): boolean {
  const noticeMs = (tutor?.noticeHours ?? NOTICE_HOURS.default) * HOUR_MS
  if (startsAt <= now || startsAt.getTime() < now.getTime() + noticeMs) return true
  return tutor !== null && isPaused(startsAt, tutor)
}

function isPaused(startsAt: Date, { timeZone, pausedFrom, pausedUntil }: Tutor): boolean {
  if (pausedFrom === null) return false
  const day = dayOf(startsAt, timeZone)
  return day >= pausedFrom && (pausedUntil === null || day <= pausedUntil)
}

interface TutorSession extends Times {
  readonly tutorId: string | null
  readonly slotId: string | null
  readonly status: AppointmentRow["status"]
}

export interface TutorLoad {
  readonly tutor: Tutor
  readonly sessions: readonly TutorSession[]
  readonly perWeek: ReadonlyMap<string, number>
}

export function loadsOf(tutors: readonly Tutor[], all: readonly TutorSession[]): ReadonlyMap<string, TutorLoad> {
  const byTutor = Map.groupBy(all, ({ tutorId }) => tutorId)
  return new Map(
    tutors.map((tutor) => {
      const own = byTutor.get(tutor.userId) ?? []
      const weeks = Map.groupBy(own, ({ startsAt }) => weekOf(startsAt, tutor.timeZone))
      const perWeek = new Map([...weeks].map(([week, { length }]) => [week, length]))
      const sessions = own.filter(({ status }) => status === "pending" || status === "approved")
      return [tutor.userId, { tutor, sessions, perWeek }]
    }),
  )
}

export function isTutorTaken(slot: Slot, load: TutorLoad): boolean {
  const { tutor, sessions } = load
  const isBusy = sessions.some(
    ({ slotId, startsAt, endsAt }) => slotId !== slot.id && startsAt < slot.endsAt && endsAt > slot.startsAt,
  )
  if (isBusy || tutor.weeklyLimit === null) return isBusy
  return sessionsInWeek(slot.startsAt, load) >= tutor.weeklyLimit
}

/** From Monday to Sunday on the tutor's clock. */
export function sessionsInWeek(instant: Date, { tutor, perWeek }: TutorLoad): number {
  return perWeek.get(weekOf(instant, tutor.timeZone)) ?? 0
}

function weekOf(instant: Date, timeZone: string): string {
  const day = Date.parse(dayOf(instant, timeZone))
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return new Date(day - daysSinceMonday * DAY_MS).toISOString().slice(0, 10)
}

function dayOf(instant: Date, timeZone: string): string {
  return clockAt(instant.toISOString(), timeZone).date
}

interface OfferedSlot extends Times {
  readonly places: number
  readonly sessionTypes: readonly AppointmentRow["sessionType"][]
}

/** One hour for all slots that start at the same instant: what its free slots offer, or its taken ones if none is free. */
export function mergeByStart(slots: readonly OfferedSlot[]): OpenSlot[] {
  return [...Map.groupBy(slots, ({ startsAt }) => startsAt.getTime()).values()].map((all) => {
    const free = all.filter(({ places }) => places > 0)
    const offered = free.length > 0 ? free : all
    const types = new Set(offered.flatMap(({ sessionTypes }) => sessionTypes))
    return {
      startsAt: new Date(Math.min(...offered.map(({ startsAt }) => startsAt.getTime()))).toISOString(),
      endsAt: new Date(Math.max(...offered.map(({ endsAt }) => endsAt.getTime()))).toISOString(),
      sessionTypes: SESSION_TYPES.filter((type) => types.has(type)),
      places: free.reduce((sum, { places }) => sum + places, 0),
    }
  })
}
