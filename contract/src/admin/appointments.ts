import * as z from "zod/mini"
import { APPOINTMENT_STATUSES, Appointment } from "#appointments.ts"
import { listQuery, page } from "#lists.ts"
import { route } from "#route.ts"

/** D2. By when it was asked for, or by when it is wanted: `coming` gives what is still ahead, the next one first. */
export const listAppointments = route({
  method: "GET",
  path: "/api/admin/appointments",
  access: "admin",
  query: listQuery({ status: z.optional(z.enum(APPOINTMENT_STATUSES, "state.unknown")) }, ["newest", "coming"]),
  list: true,
  reply: page(Appointment),
})

/** §2, calendar management: how many requests there are of each kind. A week is seven days from now (D5). */
export const readCalendar = route({
  method: "GET",
  path: "/api/admin/calendar",
  access: "admin",
  reply: z.object({ pending: z.int(), approved: z.int(), thisWeek: z.int(), highPriority: z.int() }),
})
