import * as z from "zod/mini"
import { APPOINTMENT_STATUSES, Appointment } from "#appointments.ts"
import { AppointmentId } from "#ids.ts"
import { listQuery, page } from "#lists.ts"
import { route } from "#route.ts"

export const listAppointments = route({
  method: "GET",
  path: "/api/admin/appointments",
  access: "admin",
  query: listQuery({ status: z.optional(z.enum(APPOINTMENT_STATUSES, "state.unknown")) }, ["newest", "coming"]),
  list: true,
  reply: page(Appointment),
})

export const readAppointment = route({
  method: "GET",
  path: "/api/admin/appointments/:id",
  access: "admin",
  params: z.object({ id: AppointmentId }),
  reply: Appointment,
})

/** `thisWeek` counts the next seven days (D5). */
export const readCalendar = route({
  method: "GET",
  path: "/api/admin/calendar",
  access: "admin",
  reply: z.object({ pending: z.int(), approved: z.int(), thisWeek: z.int(), highPriority: z.int() }),
})
