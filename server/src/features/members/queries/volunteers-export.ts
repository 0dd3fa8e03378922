import { and, asc, eq, getColumns, isNull, or, sql } from "drizzle-orm"
import { calendarFeeds } from "#features/appointments/table/calendar.ts"
import { hoursProofs } from "#features/appointments/table/hours-proofs.ts"
import { sessionProposals } from "#features/appointments/table/proposals.ts"
import { availableTimeSlots, slotSeries, tutors } from "#features/appointments/table/slots.ts"
import { ambassadorCounts, ambassadorLinks } from "#features/volunteers/table/ambassadors.ts"
import { screeningSteps, screenings, volunteerApplications } from "#features/volunteers/table.ts"
import type { Tx } from "#platform/db/client.ts"

/** What the person does for learners, as an applicant, a tutor or an ambassador; without data about administrators. */
export async function exportVolunteer(
  db: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
) {
  const { assignedAdmin: _reviewer, ...application } = getColumns(volunteerApplications)
  const isSender = email
    ? and(isNull(volunteerApplications.userId), eq(sql`lower(${volunteerApplications.email})`, email.toLowerCase()))
    : undefined
  return {
    ...(await exportTutor(db, userId)),
    ambassador_links: await db.select().from(ambassadorLinks).where(eq(ambassadorLinks.userId, userId)),
    ambassador_counts: await db.select().from(ambassadorCounts).where(eq(ambassadorCounts.userId, userId)),
    volunteer_applications: await db
      .select(application)
      .from(volunteerApplications)
      .where(or(eq(volunteerApplications.userId, userId), isSender)),
  }
}

async function exportTutor(db: Tx, userId: string) {
  const { createdBy: _opener, ...series } = getColumns(slotSeries)
  const { createdBy: _admin, ...slot } = getColumns(availableTimeSlots)
  const { createdAt } = calendarFeeds
  const {
    recordedBy: _recorder,
    confirmedBy: _confirmer,
    withdrawnBy: _withdrawer,
    ...step
  } = getColumns(screeningSteps)
  const { proposedBy: _proposer, appointmentId: _session, ...proposal } = getColumns(sessionProposals)
  return {
    screenings: await db.select().from(screenings).where(eq(screenings.userId, userId)),
    screening_steps: await db.select(step).from(screeningSteps).where(eq(screeningSteps.userId, userId)),
    calendar_feeds: await db.select({ createdAt }).from(calendarFeeds).where(eq(calendarFeeds.userId, userId)),
    tutors: await db.select().from(tutors).where(eq(tutors.userId, userId)),
    hours_proofs: await db.select().from(hoursProofs).where(eq(hoursProofs.userId, userId)),
    slot_series: await db.select(series).from(slotSeries).where(eq(slotSeries.tutorId, userId)),
    session_proposals: await db.select(proposal).from(sessionProposals).where(eq(sessionProposals.tutorId, userId)),
    available_time_slots: await db
      .select(slot)
      .from(availableTimeSlots)
      .where(eq(availableTimeSlots.tutorId, userId))
      .orderBy(asc(availableTimeSlots.startsAt)),
  }
}
