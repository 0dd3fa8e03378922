import type { OwnAppointment } from "@haitech/contract/appointments"
import type { LearningSummary } from "@haitech/contract/learning"

interface Facts {
  readonly programs: readonly string[]
  readonly appointments: readonly OwnAppointment[]
  readonly learning: Pick<LearningSummary, "next" | "completedLessons">
  /** In milliseconds. */
  readonly now: number
}

export type NextLesson = NonNullable<LearningSummary["next"]>

export type NextStep =
  | { readonly kind: "session"; readonly session: OwnAppointment }
  | { readonly kind: "program" }
  | { readonly kind: "lesson"; readonly lesson: NextLesson }
  | { readonly kind: "booking"; readonly program: string }

const MINUTE_MS = 60_000
const SOON_MS = 24 * 60 * MINUTE_MS

/** What a member does next: a session of the next 24 hours, then the lesson to go on with, then a later session. */
export function nextStep({ programs, appointments, learning, now }: Facts): NextStep {
  const { next: lesson } = learning
  const [program] = programs
  const session = comingSession(appointments, now)
  if (session && startOf(session) - now < SOON_MS) return { kind: "session", session }
  if (lesson && (hasBegun(learning) || programs.includes(programOf(lesson)))) return { kind: "lesson", lesson }
  if (session) return { kind: "session", session }
  return program === undefined ? { kind: "program" } : { kind: "booking", program }
}

/** The earliest session that is not over. */
export function comingSession(appointments: readonly OwnAppointment[], now: number): OwnAppointment | undefined {
  const [session] = appointments
    .filter(
      ({ status, duration, ...session }) =>
        (status === "pending" || status === "approved") && startOf(session) + duration * MINUTE_MS > now,
    )
    .toSorted((a, b) => startOf(a) - startOf(b))
  return session
}

function programOf({ category }: NextLesson): string {
  return category === "cares" ? "mentorship" : category
}

function hasBegun({ next, completedLessons }: Facts["learning"]): boolean {
  return completedLessons > 0 || (next?.position ?? null) !== null
}

function startOf({ scheduledAt, preferredDate }: Pick<OwnAppointment, "scheduledAt" | "preferredDate">): number {
  return Date.parse(scheduledAt ?? preferredDate)
}
