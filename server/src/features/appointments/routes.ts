import { listAppointments, readAppointment, readCalendar } from "@haitech/contract/admin/appointments"
import {
  type Appointment,
  GUEST_USER_ID,
  listOwnAppointments,
  requestAppointment,
} from "@haitech/contract/appointments"
import type { Deps } from "#deps.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"
import { appointmentsOf, calendarCounts, findAppointment, paginateAppointments } from "./queries.ts"
import { type RequestReceipt, requestSession } from "./service.ts"
import type { AppointmentRow } from "./table.ts"

const FORM = { name: "schedule", anchor: "schedule" }

export const appointmentRoutes = (deps: Deps) => [
  handle(listAppointments, async ({ query }) => {
    const page = await paginateAppointments(deps.db, deps.now(), query)
    return { ...page, rows: page.rows.map(present) }
  }),
  handle(readAppointment, async ({ params }) => {
    const row = await findAppointment(deps.db, params.id)
    if (!row) throw new Problem("record.unknown")
    return present(row)
  }),
  handle(listOwnAppointments, async ({ actor }) => (await appointmentsOf(deps.db, actor.id)).map(present)),
  handle(readCalendar, () => calendarCounts(deps.db, deps.now())),
  handle(
    requestAppointment,
    async ({ actor, body, language, idempotencyKey }) =>
      present(await requestSession(deps, body, { userId: actor?.id ?? null, language, idempotencyKey })),
    {
      limit: EMAIL_FORM_LIMIT,
      form: FORM,
    },
  ),
]

function present({
  userId,
  preferredDate,
  createdAt,
  description,
  ...row
}: AppointmentRow | RequestReceipt): Appointment {
  return {
    ...row,
    description: description ?? null,
    userId: userId ?? GUEST_USER_ID,
    preferredDate: preferredDate.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}
