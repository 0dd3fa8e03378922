import * as z from "zod/mini"
import { Appointment, SESSION_TYPES } from "#appointments.ts"
import { UserId } from "#ids.ts"
import { exportQuery, listQuery, openEnum, page } from "#lists.ts"
import { Download, route } from "#route.ts"
import { Day } from "#slots.ts"
import { singleLine } from "#text.ts"
import { Instant, Quarter, TimeZone } from "#time.ts"

export const MAX_PLACES = 50
export const SLOT_LENGTH = { min: 30, max: 240 } as const
export const CLOSED_DAY_NAME_LENGTH = 80
export const CLOSED_DAYS = { most: 100, years: 2 } as const

const SessionTypes = z
  .array(z.enum(SESSION_TYPES, "session_type.unknown"), "session_type.unknown")
  .check(z.minLength(1, "session_type.unknown"), z.maxLength(SESSION_TYPES.length, "session_type.unknown"))
const Places = z.int("places.invalid").check(z.minimum(1, "places.invalid"), z.maximum(MAX_PLACES, "places.invalid"))
export const SlotParams = z.object({ id: z.uuid("id.invalid") })

/** `date`, `startTime` and `endTime` are on the site's clock (spec §3); the instants decide. */
export const Slot = z.object({
  id: z.uuid(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  isAvailable: z.boolean(),
  maxBookings: z.int(),
  currentBookings: z.int(),
  sessionTypes: z.array(openEnum(SESSION_TYPES)),
  tutorId: z.nullable(UserId),
  tutorName: z.nullable(z.string()),
  seriesId: z.nullable(z.uuid()),
  createdAt: Instant,
})
export type Slot = z.output<typeof Slot>

export const listSlots = route({
  method: "GET",
  path: "/api/admin/slots",
  access: "admin",
  query: listQuery({ from: z.optional(Day), tutorId: z.optional(UserId) }, ["coming", "newest"]),
  list: true,
  reply: page(Slot),
})

export const exportSlots = route({
  method: "GET",
  path: "/api/admin/slots/export",
  access: "admin",
  query: exportQuery({ from: z.optional(Day), tutorId: z.optional(UserId) }),
  reply: Download,
})

/** One slot, or a series `until` a day (included; null is without end). */
const slotForm = {
  date: Day,
  startTime: Quarter,
  endTime: Quarter,
  sessionTypes: SessionTypes,
  maxBookings: z._default(Places, 1),
  repeats: z.optional(
    z.strictObject({
      until: z.nullable(Day),
      weeks: z._default(z.int("invalid").check(z.minimum(1, "invalid"), z.maximum(4, "invalid")), 1),
      skipsClosedDays: z._default(z.boolean("invalid"), true),
    }),
  ),
}

const hasLength = z.refine<{ readonly startTime: string; readonly endTime: string }>(
  ({ startTime, endTime }) => hasSlotLength(startTime, endTime),
  { error: "slot_length.invalid", path: ["endTime"] },
)
const endsLater = z.refine<{ readonly date: string; readonly repeats?: { readonly until: string | null } | undefined }>(
  ({ date, repeats }) => !repeats?.until || repeats.until >= date,
  { error: "date.too_early", path: ["repeats", "until"] },
)

/** On the clock of `timeZone`, else the tutor's. */
export const CreateSlots = z
  .strictObject({
    ...slotForm,
    timeZone: z.optional(TimeZone),
    tutorId: z.optional(z.nullable(UserId)),
  })
  .check(hasLength, endsLater)
export type CreateSlots = z.output<typeof CreateSlots>

export const CreateOwnSlots = z.strictObject(slotForm).check(hasLength, endsLater)

function hasSlotLength(startTime: string, endTime: string): boolean {
  if (![startTime, endTime].every((time) => Quarter.safeParse(time).success)) return true
  const minutes = minuteOfDay(endTime) - minuteOfDay(startTime)
  return minutes >= SLOT_LENGTH.min && minutes <= SLOT_LENGTH.max
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

export const createSlots = route({
  method: "POST",
  path: "/api/admin/slots",
  access: "admin",
  status: 201,
  body: CreateSlots,
  reply: z.object({ seriesId: z.nullable(z.uuid()), created: z.int(), slots: z.array(Slot) }),
})

/** `laterBookings` are those of the slot and of the later ones of its series. */
export const readSlot = route({
  method: "GET",
  path: "/api/admin/slots/:id",
  access: "admin",
  params: SlotParams,
  reply: z.object({ ...Slot.shape, bookings: z.array(Appointment), laterBookings: z.array(Appointment) }),
})

export const changeSlot = route({
  method: "PATCH",
  path: "/api/admin/slots/:id",
  access: "admin",
  params: SlotParams,
  body: z.strictObject({
    isAvailable: z.optional(z.boolean("invalid")),
    maxBookings: z.optional(Places),
    sessionTypes: z.optional(SessionTypes),
  }),
  reply: Slot,
})

export const SlotScope = z.strictObject({ scope: z._default(z.enum(["one", "later"], "invalid"), "one") })

/** Deletes what nobody has booked and closes the rest, with its bookings to move; `later` ends the series. */
export const deleteSlot = route({
  method: "DELETE",
  path: "/api/admin/slots/:id",
  access: "admin",
  params: SlotParams,
  query: SlotScope,
  reply: z.object({ deleted: z.int(), closed: z.int(), bookings: z.array(Appointment) }),
})

export const ClosedDay = z.object({ date: z.string(), name: z.string() })
export type ClosedDay = z.output<typeof ClosedDay>

export const listClosedDays = route({
  method: "GET",
  path: "/api/admin/closed-days",
  access: "admin",
  reply: z.array(ClosedDay),
})

/** Also the days after it, `until` a day (included). The slots of series that skip them go; what is booked is returned. */
export const saveClosedDay = route({
  method: "PUT",
  path: "/api/admin/closed-days/:date",
  access: "admin",
  params: z.object({ date: Day }),
  body: z.strictObject({
    name: singleLine(CLOSED_DAY_NAME_LENGTH, { required: "name.required", tooLong: "name.too_long" }),
    until: z.optional(Day),
  }),
  reply: z.object({ ...ClosedDay.shape, bookings: z.array(Appointment) }),
})

export const deleteClosedDay = route({
  method: "DELETE",
  path: "/api/admin/closed-days/:date",
  access: "admin",
  status: 204,
  params: z.object({ date: Day }),
  reply: z.undefined(),
})

export const slotAdminApi = {
  listSlots,
  exportSlots,
  createSlots,
  readSlot,
  changeSlot,
  deleteSlot,
  listClosedDays,
  saveClosedDay,
  deleteClosedDay,
} as const
