import {
  changeSlot as changeSlotRoute,
  createSlots,
  deleteClosedDay as deleteClosedDayRoute,
  deleteSlot,
  exportSlots,
  listClosedDays,
  listSlots,
  readSlot,
  saveClosedDay as saveClosedDayRoute,
} from "@haitech/contract/admin/slots"
import { listTutors, saveTutor as saveTutorRoute } from "@haitech/contract/admin/tutors"
import type { Deps } from "#deps.ts"
import { allClosedDays } from "#features/appointments/queries/closed-days.ts"
import { deleteClosedDay, saveClosedDays } from "#features/appointments/service/closed-days.ts"
import { presentAppointment } from "#features/appointments/service/present.ts"
import { exportedSlots, SLOT_TITLES, slotCells } from "#features/appointments/service/slot-export.ts"
import {
  addSlots,
  changeSlot,
  findSlots,
  findSlotWithBookings,
  removeSlot,
} from "#features/appointments/service/slots.ts"
import { findTutors, saveTutor } from "#features/appointments/service/tutors.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"
import { handle, handleStaleRead } from "#platform/http/handle.ts"
import { exportList } from "#platform/lists/export.ts"

export const slotRoutes = (deps: Deps) => [
  handleStaleRead(listSlots, ({ query, db }) => findSlots({ ...deps, db }, query)),
  handleStaleRead(exportSlots, ({ actor, query, language, db }) =>
    exportList(deps.db, actor, {
      list: "open-hours",
      question: query,
      language,
      titles: SLOT_TITLES,
      rows: exportedSlots({ ...deps, db }, query),
      cells: slotCells,
    }),
  ),
  handle(createSlots, async ({ actor, body }) => addSlots(deps, actor, body)),
  handle(readSlot, async ({ params }) => {
    const { bookings, laterBookings, ...slot } = await findSlotWithBookings(deps, params)
    return { ...slot, bookings: presentAll(bookings), laterBookings: presentAll(laterBookings) }
  }),
  handle(changeSlotRoute, ({ actor, params, body }) => changeSlot(deps, actor, params, body)),
  handle(deleteSlot, async ({ actor, params, query }) => {
    const { bookings, ...counts } = await removeSlot(deps, actor, params, query.scope)
    return { ...counts, bookings: presentAll(bookings) }
  }),
  handle(listTutors, () => findTutors(deps)),
  handle(saveTutorRoute, ({ actor, params, body }) => saveTutor(deps, actor, { ...params, ...body })),
  handle(listClosedDays, () => allClosedDays(deps.db)),
  handle(saveClosedDayRoute, async ({ actor, params: { date }, body }) => {
    const bookings = await saveClosedDays(deps, actor, { date, ...body })
    return { date, name: body.name, bookings: presentAll(bookings) }
  }),
  handle(deleteClosedDayRoute, async ({ actor, params }) => {
    await deleteClosedDay(deps, actor, params.date)
    return undefined
  }),
]

function presentAll(rows: readonly AppointmentRow[]) {
  return rows.map(presentAppointment)
}
