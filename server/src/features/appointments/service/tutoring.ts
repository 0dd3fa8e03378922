import type { TutorSettings } from "@haitech/contract/admin/tutors"
import { firstNameOf, hideContactDetails } from "@haitech/contract/contact-details"
import type { AppointmentId } from "@haitech/contract/ids"
import type { ParsedInput } from "@haitech/contract/route"
import {
  ASKED_DAYS,
  type OwnTutor,
  type reportSession,
  type StudentLearning,
  type TutorBooking,
  type TutorReport,
  type TutorSession,
} from "@haitech/contract/tutors"
import type { Deps } from "#deps.ts"
import { feedbackOf } from "#features/appointments/queries/own.ts"
import { lockSessionOfTutor } from "#features/appointments/queries/states.ts"
import {
  bookingsWithin,
  findScreenedUntil,
  firstNamesOf,
  hoursByMonth,
  learningOf,
  sessionsOfTutor,
} from "#features/appointments/queries/tutoring.ts"
import { findTutor } from "#features/appointments/queries/tutors.ts"
import { dayAfter, startOfDay } from "#features/appointments/rules/slot-dates.ts"
import { canGetFeedback } from "#features/appointments/rules/states.ts"
import { isWorkedOn } from "#features/appointments/rules/tutoring.ts"
import type { AppointmentRow, SessionFeedbackRow } from "#features/appointments/table.ts"
import type { Member } from "#platform/actor.ts"
import { Problem } from "#platform/problem.ts"
import { storeFeedback } from "./feedback.ts"
import { meetingFactsOf, meetingUrlOf } from "./meetings.ts"
import { changeLocked } from "./states.ts"
import { presentSettings, saveTutor } from "./tutors.ts"

const DAY_MS = 86_400_000

export async function readOwn({ db }: Pick<Deps, "db">, tutorId: string): Promise<OwnTutor> {
  const [tutor, screenedUntil] = await Promise.all([findTutor(db, tutorId), findScreenedUntil(db, tutorId)])
  return { settings: tutor ? presentSettings(tutor) : null, screenedUntil: screenedUntil?.toISOString() ?? null }
}

/** @throws {Problem} `tutor.refused` */
export async function saveOwn(deps: Pick<Deps, "db">, actor: Member, settings: TutorSettings): Promise<OwnTutor> {
  await saveTutor(deps, actor, { userId: actor.id, ...settings })
  return readOwn(deps, actor.id)
}

interface Pause {
  readonly from: string
  readonly until?: string | undefined
  readonly timeZone: string
}

/** The sessions to come that begin on a day of the pause, both its days included. */
export async function findPaused({ db, now }: Pick<Deps, "db" | "now">, tutorId: string, pause: Pause) {
  const from = startOfDay(pause.from, pause.timeZone)
  const until = pause.until ? startOfDay(dayAfter(pause.until, 1), pause.timeZone) : null
  return presentBookings(db, await bookingsWithin(db, tutorId, { from: from > now() ? from : now(), until }))
}

export async function listSessions(deps: Deps, tutorId: string): Promise<TutorSession[]> {
  return presentSessions(deps, await sessionsOfTutor(deps.db, tutorId, deps.now()))
}

type Report = ParsedInput<typeof reportSession>["body"]

/** Sent again with the same outcome, it only replaces what the tutor says. @throws {Problem} `record.unknown`, `appointment.state` */
export async function report(
  deps: Deps,
  actor: Member,
  id: AppointmentId,
  { outcome, ...words }: Report,
): Promise<TutorSession> {
  const row = await deps.db.transaction(async (tx) => {
    const before = await lockSessionOfTutor(tx, actor.id, id)
    if (!before) throw new Problem("record.unknown")
    const change = { status: outcome }
    const after = before.status === outcome ? before : await changeLocked(tx, deps, { actor, before, change })
    await storeFeedback(tx, actor, id, presentReport(words))
    return after
  })
  const [presented] = await presentSessions(deps, [row])
  if (!presented) throw new Error("a session was not presented")
  return presented
}

/** Meetings of study groups are no sessions, so they do not count. */
export async function readHours({ db, site }: Pick<Deps, "db" | "site">, tutorId: string) {
  const timeZone = (await findTutor(db, tutorId))?.timeZone ?? site.timeZone
  const months = await hoursByMonth(db, tutorId, timeZone)
  const sumOf = (field: "sessions" | "minutes") => months.reduce((sum, month) => sum + month[field], 0)
  return { sessions: sumOf("sessions"), minutes: sumOf("minutes"), months }
}

export async function presentBookings(db: Deps["db"], rows: readonly AppointmentRow[]): Promise<TutorBooking[]> {
  const names = await firstNamesOf(db, rows)
  return rows.map((row) => presentBooking(row, names))
}

function presentBooking(row: AppointmentRow, names: ReadonlyMap<string, string>): TutorBooking {
  const { id, sessionType, subject, duration, status, userId, studentName } = row
  return {
    id,
    sessionType,
    subject,
    duration,
    status,
    preferredDate: row.preferredDate.toISOString(),
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    studentName: firstNameOf(names.get(userId ?? "") ?? studentName),
  }
}

async function presentSessions(deps: Deps, rows: readonly AppointmentRow[]): Promise<TutorSession[]> {
  const { db, now } = deps
  const members = rows.filter(isWorkedOn).flatMap(({ userId }) => userId ?? [])
  const [names, feedback, meetings, learning] = await Promise.all([
    firstNamesOf(db, rows),
    feedbackOf(db, rows),
    meetingFactsOf(db, rows),
    learningOf(db, members, new Date(now().getTime() - ASKED_DAYS * DAY_MS)),
  ])
  return rows.map((row) => {
    const known = isWorkedOn(row) ? learning.find(({ userId }) => userId === row.userId) : undefined
    const words = feedback.find(({ appointmentId }) => appointmentId === row.id)
    return {
      ...presentBooking(row, names),
      description: isWorkedOn(row) && row.description ? hideContactDetails(row.description) : null,
      meetingUrl: meetingUrlOf(deps, row, meetings),
      studentTimeZone: row.timeZone,
      canReport: canGetFeedback(row, now()),
      learning: known ? presentLearning(known) : null,
      report: words ? presentReport(words) : null,
    }
  })
}

function presentLearning({
  programs,
  courses,
  lessons,
}: Awaited<ReturnType<typeof learningOf>>[number]): StudentLearning {
  const percent = (percentage: string | number) => Math.round(Number(percentage))
  return {
    programs,
    courses: courses.map(({ title, percentage }) => ({ title, percentage: percent(percentage) })),
    lessons,
  }
}

type ReportWords = Omit<Report, "outcome"> | SessionFeedbackRow

function presentReport({ tutorRating, tutorFeedback, sessionNotes, followUpRequired }: ReportWords): TutorReport {
  return {
    tutorRating: tutorRating ?? null,
    tutorFeedback: tutorFeedback ?? null,
    sessionNotes: sessionNotes ?? null,
    followUpRequired,
  }
}
