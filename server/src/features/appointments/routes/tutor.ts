import type { UserId } from "@haitech/contract/ids"
import {
  closeOwnSlot,
  createOwnSlots,
  listOwnSlots,
  listPausedSessions,
  listTutorSessions,
  readOwnSlot,
  readOwnTutor,
  readTutorHours,
  reopenOwnSlot,
  reportSession,
  saveOwnTutor,
  withdrawFromSession,
} from "@haitech/contract/tutors"
import type { Deps } from "#deps.ts"
import {
  addSlots,
  changeSlot,
  findSlots,
  findSlotWithBookings,
  removeSlot,
} from "#features/appointments/service/slots.ts"
import {
  findPaused,
  listSessions,
  presentBookings,
  readHours,
  readOwn,
  report,
  saveOwn,
} from "#features/appointments/service/tutoring.ts"
import { withdraw } from "#features/appointments/service/withdrawal.ts"
import type { Member } from "#platform/actor.ts"
import { handle } from "#platform/http/handle.ts"

export const tutorRoutes = (deps: Deps) => [
  handle(readOwnTutor, ({ actor }) => readOwn(deps, actor.id)),
  handle(saveOwnTutor, ({ actor, body }) => saveOwn(deps, actor, body)),
  handle(listPausedSessions, ({ actor, query }) => findPaused(deps, actor.id, query)),
  handle(listOwnSlots, ({ actor, query }) => findSlots(deps, { ...query, tutorId: actor.id })),
  handle(createOwnSlots, ({ actor, body }) => addSlots(deps, actor, { ...body, tutorId: actor.id as UserId })),
  handle(readOwnSlot, async ({ actor, params }) => {
    const { bookings, laterBookings, ...slot } = await findSlotWithBookings(deps, own(actor, params))
    return {
      ...slot,
      bookings: await presentBookings(deps.db, bookings),
      laterBookings: await presentBookings(deps.db, laterBookings),
    }
  }),
  handle(reopenOwnSlot, ({ actor, params, body }) => changeSlot(deps, actor, own(actor, params), body)),
  handle(closeOwnSlot, async ({ actor, params, query }) => {
    const { bookings, ...counts } = await removeSlot(deps, actor, own(actor, params), query.scope)
    return { ...counts, bookings: await presentBookings(deps.db, bookings) }
  }),
  handle(listTutorSessions, ({ actor }) => listSessions(deps, actor.id)),
  handle(reportSession, ({ actor, params, body }) => report(deps, actor, params.id, body)),
  handle(withdrawFromSession, async ({ actor, params, body }) => void (await withdraw(deps, actor, params.id, body))),
  handle(readTutorHours, ({ actor }) => readHours(deps, actor.id)),
]

function own({ id: tutorId }: Member, { id }: { readonly id: string }) {
  return { id, tutorId }
}
