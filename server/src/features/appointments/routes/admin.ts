import {
  changeAppointment,
  exportAppointments,
  listAppointments,
  readAppointment,
  readCalendar,
  readCalendarDays,
  saveFeedback,
} from "@haitech/contract/admin/appointments"
import type { Deps } from "#deps.ts"
import { findFeedback } from "#features/appointments/queries/feedback.ts"
import { feedSince } from "#features/appointments/queries/feeds.ts"
import {
  calendarCounts,
  findAppointment,
  paginateAppointments,
  streamAppointments,
} from "#features/appointments/queries/lists.ts"
import { readDays } from "#features/appointments/service/calendar.ts"
import { presentFeedback, saveFeedbackOfTutor } from "#features/appointments/service/feedback.ts"
import { meetingFactsOf } from "#features/appointments/service/meetings.ts"
import { exportCells, presentRecord } from "#features/appointments/service/present.ts"
import { changeByStaff } from "#features/appointments/service/states.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"
import { Problem } from "#platform/problem.ts"

export const adminRoutes = (deps: Deps) => [
  handleStaleRead(listAppointments, async ({ query, db }) => {
    const page = await paginateAppointments(db, deps.now(), query)
    const meetings = await meetingFactsOf(db, page.rows)
    return { ...page, rows: page.rows.map((row) => presentRecord(deps, row, meetings)) }
  }),
  handle(readAppointment, async ({ params }) => {
    const row = await findAppointment(deps.db, params.id)
    if (!row) throw new Problem("record.unknown")
    const [meetings, feedback] = await Promise.all([meetingFactsOf(deps.db, [row]), findFeedback(deps.db, row.id)])
    return { ...presentRecord(deps, row, meetings), feedback: feedback ? presentFeedback(feedback) : null }
  }),
  handleStaleRead(exportAppointments, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "appointments",
      question: query,
      language,
      titles: EXPORT_TITLES,
      rows: streamAppointments(db, query),
      cells: exportCells,
    }),
  ),
  handle(changeAppointment, async ({ actor, params, body }) => {
    const row = await changeByStaff(deps, actor, params.id, body)
    return presentRecord(deps, row, await meetingFactsOf(deps.db, [row]))
  }),
  handle(saveFeedback, async ({ actor, params, body }) => {
    const { tutorRating = null, tutorFeedback = null, sessionNotes = null, followUpRequired } = body
    const feedback = { tutorRating, tutorFeedback, sessionNotes, followUpRequired }
    return presentFeedback(await saveFeedbackOfTutor(deps, actor, params.id, feedback))
  }),
  handle(readCalendar, async ({ actor }) => ({
    ...(await calendarCounts(deps.db, deps.now())),
    isExternal: deps.externalCalendar !== undefined,
    feedSince: (await feedSince(deps.db, actor.id))?.toISOString() ?? null,
  })),
  handle(readCalendarDays, ({ query }) => readDays(deps, query)),
]

const EXPORT_TITLES = [
  "date",
  "name",
  "email",
  "session",
  "subject",
  "minutes",
  "requested",
  "state",
  "priority",
  "language",
  "message",
] as const
