import * as z from "zod/mini"

/** ISO 8601 in UTC (D2). */
export const Instant = z.iso.datetime("instant.invalid")
export type Instant = z.output<typeof Instant>
