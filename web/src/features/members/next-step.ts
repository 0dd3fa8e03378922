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

/** The first rule that applies gives the next step. */
const RULES: readonly ((facts: Facts) => NextStep | undefined)[] = [findSession, findMissingProgram, findBooking]

/** What a member does next: choose a program, then book a session, then attend it. */
export function nextStep(facts: Facts): NextStep {
  for (const rule of RULES) {
    const step = rule(facts)
    if (step) return step
  }
  return { kind: "program" }
}

const MINUTE_MS = 60_000

/** The next session that is not over. */
function findSession({ appointments, now }: Facts): NextStep | undefined {
  const session = appointments.findLast(
    ({ status, preferredDate, duration }) =>
      (status === "pending" || status === "approved") && Date.parse(preferredDate) + duration * MINUTE_MS > now,
  )
  return session && { kind: "session", session }
}

function findMissingProgram({ programs }: Facts): NextStep | undefined {
  return programs.length === 0 ? { kind: "program" } : undefined
}

function findBooking({ programs: [program] }: Facts): NextStep | undefined {
  return program === undefined ? undefined : { kind: "booking", program }
}
