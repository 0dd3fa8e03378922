import { listOwnAppointments, requestAppointment } from "@haitech/contract/appointments"
import type { Deps } from "#deps.ts"
import { appointmentsOf, tutorsOf } from "#features/appointments/queries/lists.ts"
import { requestSession } from "#features/appointments/service/booking.ts"
import { presentAppointment, presentOwn } from "#features/appointments/service/present.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"

const FORM = { name: "schedule", anchor: "schedule" }

export const bookingRoutes = (deps: Deps) => [
  handle(listOwnAppointments, async ({ actor }) => {
    const rows = await appointmentsOf(deps.db, actor.id)
    const tutors = await tutorsOf(deps.db, rows)
    return rows.map((row) => presentOwn(deps, row, tutors))
  }),
  handle(
    requestAppointment,
    async ({ actor, body, language, idempotencyKey }) =>
      presentAppointment(await requestSession(deps, body, { userId: actor?.id ?? null, language, idempotencyKey })),
    { limit: EMAIL_FORM_LIMIT, form: FORM },
  ),
]
