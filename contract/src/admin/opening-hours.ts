import * as z from "zod/mini"
import { route } from "#route.ts"
import { Quarter } from "#time.ts"

const SPANS_OF_A_DAY = 2

const Span = z
  .strictObject({ from: Quarter, to: Quarter })
  .check(z.refine(({ from, to }) => from < to, { error: "opening_span.ends_early", path: ["to"] }))

const OpeningDay = z.array(Span, "invalid").check(
  z.maxLength(SPANS_OF_A_DAY, "invalid"),
  z.refine(([first, second]) => !first || !second || first.to < second.from, {
    error: "opening_span.overlaps",
    path: [1, "from"],
  }),
)

const Week = z.array(OpeningDay, "invalid").check(
  z.length(7, "invalid"),
  z.refine((days) => days.some((spans) => spans.length > 0), "opening_week.closed"),
)

/** `version` counts the saves; 0 is the week of spec §2. Saving over another version is 409 `record.changed`. */
export const OpeningHours = z.object({ version: z.int(), week: Week })
export type OpeningHours = z.output<typeof OpeningHours>

export const readOpeningHours = route({
  method: "GET",
  path: "/api/admin/opening-hours",
  access: "admin",
  reply: OpeningHours,
})

export const saveOpeningHours = route({
  method: "PUT",
  path: "/api/admin/opening-hours",
  access: "admin",
  body: z.strictObject({
    version: z.int("invalid").check(z.minimum(0, "invalid"), z.maximum(999_999_999, "invalid")),
    week: Week,
  }),
  reply: OpeningHours,
})

export const openingHoursAdminApi = { readOpeningHours, saveOpeningHours } as const
