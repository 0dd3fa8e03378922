import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { screeningSteps, screenings } from "#features/volunteers/table.ts"
import { length, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

const later = new Date("2027-01-01T14:00:00Z")
const STEP = { step: "identity", validUntil: later } as const
const WITHDRAWAL = { withdrawnAt: later, withdrawalReason: "Moved away" }

/** `screened` has a screening, `user` none. */
interface Ids {
  readonly user: string
  readonly screened: string
}

export function screeningRows({ user, screened }: Ids): readonly (readonly [PgTable, Row, Row])[] {
  return [
    [screenings, { userId: user }, { screenedUntil: null, remindedDays: null }],
    [screeningSteps, { ...STEP, userId: screened }, { confirmedAt: null, withdrawnAt: null, recordedBy: null }],
  ]
}

export const screeningChecks = ({ user, screened }: Ids): Record<string, Case> => ({
  screenings_reminded_days_known: [screenings, "remindedDays", [0, 8], [7, 30]],
  screening_steps_step_known: [
    screeningSteps,
    "step",
    ...words("identity", "references", "background_check", "safeguarding_course", "interview"),
  ],
  screening_steps_reference_length: [screeningSteps, "reference", ...length(1, 100)],
  screening_steps_withdrawal_reason_length: [
    screeningSteps,
    "withdrawalReason",
    ...length(1, 500),
    { withdrawnAt: later },
  ],
  screening_steps_two_people: [screeningSteps, "confirmedBy", [user], [null], { recordedBy: user, confirmedAt: later }],
  screening_steps_not_own: [screeningSteps, "recordedBy", [screened], [user]],
  screening_steps_confirmed: [screeningSteps, "confirmedAt", [null], [later], { confirmedBy: user }],
  screening_steps_withdrawn: [screeningSteps, "withdrawnAt", [null], [later], { withdrawalReason: "Moved away" }],
})

interface CaseIds {
  readonly screened: string
  readonly otherScreened: string
}

/** For each unique index a row, a change that violates it and one that does not; for each foreign key a row without its target. */
export function screeningCases({ screened, otherScreened }: CaseIds) {
  const missing = v7()
  const row = { ...STEP, userId: screened }
  const unique: Record<string, readonly [PgTable, Row, Row, Row]> = {
    screening_steps_waiting_once: [screeningSteps, row, {}, { userId: otherScreened }],
    screening_steps_counting_once: [screeningSteps, { ...row, confirmedAt: later }, {}, WITHDRAWAL],
  }
  const foreignKeys: Record<string, readonly [PgTable, Row]> = {
    screenings_user_id_users_id_fkey: [screenings, { userId: missing }],
    screening_steps_user_id_screenings_user_id_fkey: [screeningSteps, { ...row, userId: missing }],
    screening_steps_recorded_by_users_id_fkey: [screeningSteps, { ...row, recordedBy: missing }],
    screening_steps_confirmed_by_users_id_fkey: [screeningSteps, { ...row, confirmedBy: missing, confirmedAt: later }],
    screening_steps_withdrawn_by_users_id_fkey: [screeningSteps, { ...row, ...WITHDRAWAL, withdrawnBy: missing }],
  }
  return { unique, foreignKeys }
}
