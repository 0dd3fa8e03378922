import type { AppointmentId } from "@haitech/contract/ids"
import { and, desc, eq } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { type SessionProposalRow, sessionProposals } from "#features/appointments/table/proposals.ts"
import { mayBeTutor, tutors } from "#features/appointments/table/slots.ts"
import { appointments } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

export type NamedProposal = SessionProposalRow & { readonly firstName: string | null; readonly lastName: string | null }

export async function proposalsOf(db: Db | Tx, appointmentId: AppointmentId): Promise<readonly NamedProposal[]> {
  const rows = await db
    .select({ proposal: sessionProposals, firstName: users.firstName, lastName: users.lastName })
    .from(sessionProposals)
    .innerJoin(users, eq(users.id, sessionProposals.tutorId))
    .where(eq(sessionProposals.appointmentId, appointmentId))
    .orderBy(desc(sessionProposals.createdAt), desc(sessionProposals.id))
  return rows.map(({ proposal, ...names }) => ({ ...proposal, ...names }))
}

/** With its session and the settings of its tutor, read at one moment; undefined once the tutor may not be one. */
export async function findProposal(db: Db | Tx, id: string) {
  const [row] = await db
    .select({
      proposal: sessionProposals,
      session: appointments,
      timeZone: tutors.timeZone,
      language: users.language,
      email: users.email,
    })
    .from(sessionProposals)
    .innerJoin(appointments, eq(appointments.id, sessionProposals.appointmentId))
    .innerJoin(tutors, eq(tutors.userId, sessionProposals.tutorId))
    .innerJoin(users, and(eq(users.id, sessionProposals.tutorId), mayBeTutor))
    .where(eq(sessionProposals.id, id))
  return row
}

export type ProposedSession = NonNullable<Awaited<ReturnType<typeof findProposal>>>

/** The caller has locked the session: all changes of a session's proposals wait for each other there. */
export async function settleProposal(
  tx: Tx,
  id: string,
  { state, at }: { readonly state: "accepted" | "declined"; readonly at: Date },
): Promise<void> {
  await tx
    .update(sessionProposals)
    .set({ state, answeredAt: at })
    .where(and(eq(sessionProposals.id, id), eq(sessionProposals.state, "open")))
}

export async function withdrawOpen(tx: Tx, appointmentId: AppointmentId, at: Date): Promise<void> {
  await tx
    .update(sessionProposals)
    .set({ state: "withdrawn", answeredAt: at })
    .where(and(eq(sessionProposals.appointmentId, appointmentId), eq(sessionProposals.state, "open")))
}

export async function insertProposal(
  tx: Tx,
  values: Pick<SessionProposalRow, "appointmentId" | "tutorId" | "startsAt" | "proposedBy" | "createdAt">,
): Promise<SessionProposalRow> {
  const [row] = await tx.insert(sessionProposals).values(values).returning()
  if (!row) throw new Error("the proposal was not inserted")
  return row
}
