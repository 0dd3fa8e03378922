import { type Appointment, GUEST, requestAppointment } from "@haitech/contract/appointments"
import type { Deps } from "#deps.ts"
import { answer } from "#platform/http/answer.ts"
import { request } from "./service.ts"
import type { AppointmentRow } from "./table.ts"

/** Many learners share one address of their carrier, so this is wide; one e-mail's share is in the service. */
const LIMIT = { name: "appointment.address", limit: 60, windowSeconds: 3600 }
const FORM = { name: "schedule", anchor: "schedule" }

export const appointmentRoutes = (deps: Deps) => [
  answer(requestAppointment, async ({ body, language }) => present(await request(deps, body, language)), {
    limit: LIMIT,
    form: FORM,
  }),
]

function present({ userId, preferredDate, createdAt, ...row }: AppointmentRow): Appointment {
  return {
    ...row,
    userId: userId ?? GUEST,
    preferredDate: preferredDate.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}
