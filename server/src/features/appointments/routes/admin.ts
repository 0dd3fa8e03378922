import {
  changeAppointment,
  listAppointments,
  readAppointment,
  readCalendar,
} from "@haitech/contract/admin/appointments"
import type { Deps } from "#deps.ts"
import {
  calendarCounts,
  findAppointment,
  paginateAppointments,
  tutorsOf,
} from "#features/appointments/queries/lists.ts"
import { presentRecord } from "#features/appointments/service/present.ts"
import { changeByStaff } from "#features/appointments/service/states.ts"
import { handle } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

export const adminRoutes = (deps: Deps) => [
  handle(listAppointments, async ({ query }) => {
    const page = await paginateAppointments(deps.db, deps.now(), query)
    const tutors = await tutorsOf(deps.db, page.rows)
    return { ...page, rows: page.rows.map((row) => presentRecord(deps, row, tutors)) }
  }),
  handle(readAppointment, async ({ params }) => {
    const row = await findAppointment(deps.db, params.id)
    if (!row) throw new Problem("record.unknown")
    return { ...presentRecord(deps, row, await tutorsOf(deps.db, [row])), feedback: null }
  }),
  handle(changeAppointment, async ({ actor, params, body }) => {
    const row = await changeByStaff(deps, actor, params.id, body)
    return presentRecord(deps, row, await tutorsOf(deps.db, [row]))
  }),
  handle(readCalendar, () => calendarCounts(deps.db, deps.now())),
]
