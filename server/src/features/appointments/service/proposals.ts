import type { Proposal } from "@haitech/contract/admin/matching"
import { firstNameOf } from "@haitech/contract/contact-details"
import type { AppointmentId } from "@haitech/contract/ids"
import { pathIn } from "@haitech/contract/languages"
import type { ProposalView } from "@haitech/contract/proposals"
import type { Deps } from "#deps.ts"
import { holdCandidate } from "#features/appointments/queries/matching.ts"
import {
  findProposal,
  insertProposal,
  type ProposedSession,
  proposalsOf,
  settleProposal,
  withdrawOpen,
} from "#features/appointments/queries/proposals.ts"
import { lockAppointment } from "#features/appointments/queries/states.ts"
import { lockCandidate } from "#features/appointments/queries/tutors.ts"
import { rankMatches } from "#features/appointments/rules/matching.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { sessionRefusal } from "#features/safeguarding/service/protection.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { violates } from "#platform/db/conflict.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { candidatesOf, isStudent, needsTutor, presentProposal, wantedOf } from "./matching.ts"
import { applyChange } from "./states.ts"

export interface ProposalEmail {
  readonly proposalId: string
}

/** @throws {Problem} `record.unknown`, `appointment.state` (it needs no tutor), `student.unprotected`, `tutor.unfit` */
export async function propose(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  appointmentId: AppointmentId,
  tutorId: string,
): Promise<Proposal> {
  return db.transaction(async (tx) => {
    await lockCandidate(tx, tutorId)
    const session = await lockAppointment(tx, appointmentId)
    if (!session) throw new Problem("record.unknown")
    if (!needsTutor(session)) throw new Problem("appointment.state")
    if (await sessionRefusal(tx, session.userId, now())) throw new Problem("student.unprotected")
    const startsAt = startOf(session)
    const [newest] = await proposalsOf(tx, appointmentId)
    const isSame = newest?.state === "open" && newest.tutorId === tutorId && isAt(newest, session)
    if (isSame) return presentProposal(newest)
    const candidate = await holdCandidate(tx, tutorId)
    if (!candidate || isStudent(session, candidate)) throw new Problem("tutor.unfit")
    const candidates = await candidatesOf(tx, session, [candidate], now())
    if (rankMatches(wantedOf(session), candidates).length === 0) throw new Problem("tutor.unfit")
    await withdrawOpen(tx, appointmentId, now())
    const row = await insertProposal(tx, { appointmentId, tutorId, startsAt, proposedBy: actor.id, createdAt: now() })
    await record(tx, { actor, action: "appointment.proposed", subjectId: appointmentId, after: { tutorId } })
    const payload: ProposalEmail = { proposalId: row.id }
    await enqueue(tx, { kind: "appointment.proposed", key: `appointment.proposed:${row.id}`, payload })
    const { firstName, lastName } = candidate
    return presentProposal({ ...row, firstName, lastName })
  })
}

/** @throws {Problem} `proposal_link.expired` */
export async function readProposal(deps: Pick<Deps, "db" | "keyedHash" | "now">, token: string): Promise<ProposalView> {
  return presentView(await findByToken(deps, token), deps.now())
}

type AnswerDeps = Pick<Deps, "db" | "externalCalendar" | "keyedHash" | "now" | "site">

/**
 * The same answer again changes nothing. Accepting approves the session.
 * @throws {Problem} `proposal_link.expired`, `proposal.closed`, `proposal.unfit` (the tutor is busy, has enough sessions
 * that week, or is no longer screened)
 */
export async function answerProposal(
  deps: AnswerDeps,
  token: string,
  answer: "accept" | "decline",
): Promise<ProposalView> {
  const { proposal } = await findByToken(deps, token)
  const state = answer === "accept" ? "accepted" : "declined"
  try {
    await deps.db.transaction((tx) => settle(tx, deps, proposal.id, state))
  } catch (error) {
    throw violates(error, "appointments_tutor_free") ? new Problem("proposal.unfit") : error
  }
  return readProposal(deps, token)
}

async function settle(tx: Tx, deps: AnswerDeps, id: string, state: "accepted" | "declined"): Promise<void> {
  const found = await findProposal(tx, id)
  if (!found) throw new Problem("proposal_link.expired")
  const { appointmentId, tutorId } = found.proposal
  // The account before the session, as a deletion of the account does.
  await lockCandidate(tx, tutorId)
  const session = await lockAppointment(tx, appointmentId)
  const locked = await findProposal(tx, id)
  if (!session || !locked) throw new Problem("proposal_link.expired")
  if (locked.proposal.state === state) return
  if (stateOf({ ...locked, session }, deps.now()) !== "open") throw new Problem("proposal.closed")
  await settleProposal(tx, id, { state, at: deps.now() })
  if (state === "declined") return
  // The tutor does not learn how old the student is.
  if (await sessionRefusal(tx, session.userId, deps.now())) throw new Problem("proposal.closed")
  if (!(await canGive(tx, deps, session, tutorId))) throw new Problem("proposal.unfit")
  await applyChange(tx, deps, { actor: { id: tutorId }, before: session, update: { status: "approved", tutorId } })
}

/** The tutor decides about notice and pauses; the screening and the weekly limit hold nevertheless. */
async function canGive(tx: Tx, { now }: Pick<Deps, "now">, session: AppointmentRow, tutorId: string): Promise<boolean> {
  const row = await holdCandidate(tx, tutorId)
  const [candidate] = row ? await candidatesOf(tx, session, [row], now()) : []
  if (!candidate?.screenedUntil || candidate.screenedUntil <= session.endsAt) return false
  return candidate.isFree
}

/** The link in the email. Its secrets are after the `#` and reach no server when it is opened. */
export function proposalLink(
  { keyedHash, site }: Pick<Deps, "keyedHash" | "site">,
  { proposal, language }: ProposedSession,
) {
  return `${site.url}${pathIn(language, "/proposal")}#proposal=${proposal.id}.${keyedHash("proposal", proposal.id)}`
}

async function findByToken(
  { db, keyedHash, now }: Pick<Deps, "db" | "keyedHash" | "now">,
  token: string,
): Promise<ProposedSession> {
  const [id = "", signature = ""] = token.split(".")
  const found = isSameSecret(signature, keyedHash("proposal", id)) ? await findProposal(db, id) : undefined
  if (!found || found.session.endsAt <= now()) throw new Problem("proposal_link.expired")
  return found
}

type ProposalState = ProposalView["state"]

/** An accepted one is closed, too, once the session has gone to somebody else or does not take place. */
export function stateOf(
  { proposal, session }: Pick<ProposedSession, "proposal" | "session">,
  now: Date,
): ProposalState {
  const { state, tutorId } = proposal
  if (state === "declined") return "declined"
  if (state === "accepted") return session.tutorId === tutorId && session.status === "approved" ? "accepted" : "closed"
  const isOpen = state === "open" && needsTutor(session) && isAt(proposal, session) && startOf(session) > now
  return isOpen ? "open" : "closed"
}

function isAt({ startsAt }: Pick<ProposedSession["proposal"], "startsAt">, session: AppointmentRow): boolean {
  return startsAt.getTime() === startOf(session).getTime()
}

function presentView(found: ProposedSession, now: Date): ProposalView {
  const { session, timeZone } = found
  const state = stateOf(found, now)
  return {
    state,
    studentName: state === "open" || state === "accepted" ? firstNameOf(session.studentName) : null,
    language: session.language,
    sessionType: session.sessionType,
    subject: session.subject,
    startsAt: startOf(session).toISOString(),
    duration: session.duration,
    timeZone,
  }
}
