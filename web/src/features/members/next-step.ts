import type { Appointment } from "@haitech/contract/appointments"

interface Facts {
  readonly programs: readonly string[]
  /** The latest first. */
  readonly appointments: readonly Appointment[]
  /** In milliseconds. */
  readonly now: number
}

export type NextStep =
  | { readonly kind: "session"; readonly session: Appointment }
  | { readonly kind: "program" }
  | { readonly kind: "booking"; readonly program: string }

const MINUTE_MS = 60_000

/** What a member does next: choose a program, then book a session, then attend it. */
export function nextStep({ programs: [program], appointments, now }: Facts): NextStep {
  const session = appointments.findLast(
    ({ status, preferredDate, duration }) =>
      (status === "pending" || status === "approved") && Date.parse(preferredDate) + duration * MINUTE_MS > now,
  )
  if (session) return { kind: "session", session }
  return program === undefined ? { kind: "program" } : { kind: "booking", program }
}
