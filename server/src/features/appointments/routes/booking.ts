import {
  changeAppointmentByToken,
  changeOwnAppointment,
  listOwnAppointments,
  readAppointmentByToken,
  requestAppointment,
  waitForSlot,
} from "@haitech/contract/appointments"
import { clockAt } from "@haitech/contract/clock"
import { reportAppointment, reportAppointmentByToken } from "@haitech/contract/safeguarding"
import { listOpenSlots } from "@haitech/contract/slots"
import type { Deps } from "#deps.ts"
import { requestSession } from "#features/appointments/service/booking.ts"
import { listOpen } from "#features/appointments/service/open-slots.ts"
import { changeByToken, changeOwn, listOwn, readByToken } from "#features/appointments/service/own.ts"
import { presentAppointment } from "#features/appointments/service/present.ts"
import { reportByToken, reportOwn } from "#features/appointments/service/reports.ts"
import { waitForPlace } from "#features/appointments/service/waiting.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"

const FORM = { name: "schedule", anchor: "schedule", complete: completeForm }
const SLOTS_LIMIT = { name: "slots.address", limit: 600, windowSeconds: 600 }
const LINK_LIMIT = { name: "session_link.address", limit: 60, windowSeconds: 600 }

export const bookingRoutes = (deps: Deps) => [
  handle(listOpenSlots, ({ query }) => listOpen(deps, query), { limit: SLOTS_LIMIT }),
  handle(
    requestAppointment,
    async ({ actor, body, language, idempotencyKey }) =>
      presentAppointment(await requestSession(deps, body, { userId: actor?.id ?? null, language, idempotencyKey })),
    { limit: EMAIL_FORM_LIMIT, form: FORM },
  ),
  handle(listOwnAppointments, ({ actor }) => listOwn(deps, actor.id)),
  handle(changeOwnAppointment, ({ actor, params, body }) => changeOwn(deps, actor.id, params.id, body.change)),
  handle(readAppointmentByToken, ({ body }) => readByToken(deps, body.token), { limit: LINK_LIMIT }),
  handle(changeAppointmentByToken, ({ body }) => changeByToken(deps, body.token, body.change), { limit: LINK_LIMIT }),
  handle(reportAppointment, async ({ actor, params, body }) => {
    await reportOwn(deps, actor.id, params.id, body)
    return undefined
  }),
  handle(
    reportAppointmentByToken,
    async ({ body: { token, ...report } }) => {
      await reportByToken(deps, token, report)
      return undefined
    },
    { limit: LINK_LIMIT },
  ),
  handle(
    waitForSlot,
    async ({ actor, body, language }) => {
      await waitForPlace(deps, { ...body, userId: actor?.id ?? null, language })
      return { date: body.date }
    },
    { limit: EMAIL_FORM_LIMIT },
  ),
]

/** The button of an open hour has its instant only; that of another time has none. */
function completeForm(
  { preferredDate, ...fields }: Readonly<Record<string, unknown>>,
  timeZone: string,
): Record<string, unknown> {
  if (typeof preferredDate !== "string" || !preferredDate) return fields
  if (Number.isNaN(Date.parse(preferredDate))) return { ...fields, preferredDate }
  const { date: _typed, ...others } = fields
  return { ...others, preferredDate, preferredTime: clockAt(preferredDate, timeZone).time }
}
