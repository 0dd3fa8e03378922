import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { sessionProposals } from "#features/appointments/table/proposals.ts"
import { ambassadorCounts, ambassadorLinks } from "#features/volunteers/table/ambassadors.ts"
import { range, words } from "#platform/db/testing-violations.ts"
import { appointment, type Case, type Row } from "#testing-appointment-constraints.ts"

const AT = new Date("2027-01-01T14:00:00Z")
const [CODE, OTHER_CODE, DAY] = ["bakomite472", "bakomite473", "2027-01-01"]

export const matchingRows = (user: string, tutor: string): readonly (readonly [PgTable, Row, Row])[] => [
  [ambassadorLinks, { userId: user, code: CODE }, {}],
  [ambassadorCounts, { userId: user, day: DAY, joined: 1 }, {}],
  [
    sessionProposals,
    { appointmentId: appointment, tutorId: tutor, startsAt: AT },
    { state: "open", proposedBy: null, answeredAt: null },
  ],
]

export const MATCHING_CHECKS: Readonly<Record<string, Case>> = {
  ambassador_links_code_form: [
    ambassadorLinks,
    "code",
    ["", "bakomite47", "Bakomite472", "bakomite471", "bakomite4722", "abkomite472"],
    [CODE],
  ],
  ambassador_counts_joined_range: [ambassadorCounts, "joined", ...range(1)],
  session_proposals_state_known: [
    sessionProposals,
    "state",
    words("open")[0],
    ["accepted", "declined", "withdrawn"],
    { answeredAt: AT },
  ],
  session_proposals_answered: [sessionProposals, "answeredAt", [AT], [null]],
}

interface ProposalIds {
  readonly appointmentId: string
  readonly tutorId: string
}

export const matchingCases = {
  unique: (
    user: string,
    other: string,
    ids: ProposalIds,
    otherAppointment: string,
  ): Record<string, readonly [PgTable, Row, Row, Row]> => ({
    ambassador_links_code_unique: [
      ambassadorLinks,
      { userId: user, code: CODE },
      { userId: other },
      { userId: other, code: OTHER_CODE },
    ],
    session_proposals_open_unique: [
      sessionProposals,
      { ...ids, startsAt: AT },
      {},
      { appointmentId: otherAppointment },
    ],
  }),
  foreignKeys: (ids: ProposalIds): Record<string, readonly [PgTable, Row]> => ({
    ambassador_links_user_id_users_id_fkey: [ambassadorLinks, { userId: v7(), code: CODE }],
    ambassador_counts_user_id_users_id_fkey: [ambassadorCounts, { userId: v7(), day: DAY, joined: 1 }],
    session_proposals_appointment_id_appointments_id_fkey: [
      sessionProposals,
      { ...ids, appointmentId: v7(), startsAt: AT },
    ],
    session_proposals_tutor_id_tutors_user_id_fkey: [sessionProposals, { ...ids, tutorId: v7(), startsAt: AT }],
    session_proposals_proposed_by_users_id_fkey: [sessionProposals, { ...ids, proposedBy: v7(), startsAt: AT }],
  }),
}
