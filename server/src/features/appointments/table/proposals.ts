import type { AppointmentId } from "@haitech/contract/ids"
import { PROPOSAL_STATES } from "@haitech/contract/proposals"
import { sql } from "drizzle-orm"
import { check, index, snakeCase, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { tutors } from "#features/appointments/table/slots.ts"
import { appointments } from "#features/appointments/table.ts"
import { createdAt, id, instant, oneOf } from "#platform/db/columns.ts"

/** A session is offered to one tutor at a time. `startsAt` is the time that the tutor was told. */
export const sessionProposals = snakeCase.table(
  "session_proposals",
  {
    id: id(),
    appointmentId: uuid()
      .notNull()
      .$type<AppointmentId>()
      .references(() => appointments.id, { onDelete: "cascade" }),
    tutorId: uuid()
      .notNull()
      .references(() => tutors.userId, { onDelete: "cascade" }),
    startsAt: instant().notNull(),
    state: text({ enum: PROPOSAL_STATES }).notNull().default("open"),
    proposedBy: uuid().references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    answeredAt: instant(),
  },
  (proposal) => [
    uniqueIndex("session_proposals_open_unique").on(proposal.appointmentId).where(sql`${proposal.state} = 'open'`),
    index("session_proposals_newest").on(proposal.appointmentId, proposal.createdAt, proposal.id),
    index("session_proposals_tutor").on(proposal.tutorId),
    index("session_proposals_proposed_by").on(proposal.proposedBy),
    oneOf(proposal.state, PROPOSAL_STATES),
    check("session_proposals_answered", sql`(${proposal.answeredAt} is null) = (${proposal.state} = 'open')`),
  ],
)

export type SessionProposalRow = typeof sessionProposals.$inferSelect
