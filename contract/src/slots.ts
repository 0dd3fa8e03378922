import * as z from "zod/mini"
import { SESSION_TYPES } from "./appointments.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { Instant } from "./time.ts"

export const SLOT_DAYS = { default: 1, max: 42 } as const

export const Day = z.string("date.required").check(z.iso.date("date.invalid"))

/** One hour that starts at an instant, however many tutors hold it. `places` counts the free ones; 0 is a taken hour. */
export const OpenSlot = z.object({
  startsAt: Instant,
  endsAt: Instant,
  sessionTypes: z.array(openEnum(SESSION_TYPES)),
  places: z.int(),
})
export type OpenSlot = z.output<typeof OpenSlot>

/** D2: the open slots from a day of the site's time zone on, in the order of their start; none that is too soon to book. */
export const listOpenSlots = route({
  method: "GET",
  path: "/api/appointments/slots",
  access: "public",
  compressed: true,
  query: z.strictObject({
    date: Day,
    days: z._default(
      z.pipe(
        z.pipe(z.string("invalid").check(z.regex(/^\d{1,2}$/, "invalid")), z.transform(Number)),
        z.int("invalid").check(z.minimum(1, "invalid"), z.maximum(SLOT_DAYS.max, "invalid")),
      ),
      SLOT_DAYS.default,
    ),
  }),
  reply: z.array(OpenSlot),
})
