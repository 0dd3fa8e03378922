import type { OwnAppointment } from "@haitech/contract/appointments"

interface Facts {
  readonly programs: readonly string[]
  readonly appointments: readonly OwnAppointment[]
  /** In milliseconds. */
  readonly now: number
}

export type NextStep =
  | { readonly kind: "session"; readonly session: OwnAppointment }
  | { readonly kind: "program" }
  | { readonly kind: "booking"; readonly program: string }

const MINUTE_MS = 60_000

/** What a member does next: choose a program, then book a session, then attend it. */
export function nextStep({ programs: [program], appointments, now }: Facts): NextStep {
  const [session] = appointments
    .filter(
      ({ status, duration, ...session }) =>
        (status === "pending" || status === "approved") && startOf(session) + duration * MINUTE_MS > now,
    )
    .toSorted((a, b) => startOf(a) - startOf(b))
  if (session) return { kind: "session", session }
  return program === undefined ? { kind: "program" } : { kind: "booking", program }
}

function startOf({ scheduledAt, preferredDate }: Pick<OwnAppointment, "scheduledAt" | "preferredDate">): number {
  return Date.parse(scheduledAt ?? preferredDate)
}
