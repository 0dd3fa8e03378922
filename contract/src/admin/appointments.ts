import * as z from "zod/mini"
import { APPOINTMENT_STATUSES, Appointment } from "#appointments.ts"
import { listQuery, page } from "#lists.ts"
import { route } from "#route.ts"

/** D2. `newest` sorts by creation; `coming` has only future appointments, the next one first. */
export const listAppointments = route({
  method: "GET",
  path: "/api/admin/appointments",
  access: "admin",
  query: listQuery({ status: z.optional(z.enum(APPOINTMENT_STATUSES, "state.unknown")) }, ["newest", "coming"]),
  list: true,
  reply: page(Appointment),
})

/** spec §2, calendar management. `thisWeek` counts the next seven days (D5). */
export const readCalendar = route({
  method: "GET",
  path: "/api/admin/calendar",
  access: "admin",
  reply: z.object({ pending: z.int(), approved: z.int(), thisWeek: z.int(), highPriority: z.int() }),
})
