import * as z from "zod/mini"

/** ISO 8601 in UTC (D2). PostgreSQL has no year 0. */
export const Instant = z.iso
  .datetime("instant.invalid")
  .check(z.refine((input) => !input.startsWith("0000"), "instant.invalid"))
export type Instant = z.output<typeof Instant>

/** `HH:MM`, each quarter of an hour. */
export const Quarter = z.string("time.unknown").check(z.regex(/^([01]\d|2[0-3]):(00|15|30|45)$/, "time.unknown"))

/** A name of the IANA database that this system knows. */
export const TimeZone = z
  .string("time_zone.unknown")
  .check(z.maxLength(64, "time_zone.unknown"), z.refine(isTimeZone, "time_zone.unknown"))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
