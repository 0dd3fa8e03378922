import { seedAppointments } from "./appointments-seed.ts"
import { measureGrowthOf } from "./growth.ts"
import type { Report } from "./results.ts"
import { onSizes } from "./seeded.ts"

const SIZES = {
  small: { slots: 200, appointments: 1000 },
  large: { slots: 10_000, appointments: 100_000 },
} as const
const BUDGET = 3

const ADMIN = "/api/admin/appointments"
const TODAY = new Date().toISOString().slice(0, 10)
const READS = {
  "newest sessions": ADMIN,
  "coming sessions": `${ADMIN}?sort=coming`,
  "urgent sessions": `${ADMIN}?sort=urgent`,
  "declined sessions": `${ADMIN}?status=declined`,
  "search of a frequent name": `${ADMIN}?q=valcin`,
  "search of an address": `${ADMIN}?q=student77`,
  "counts of the calendar": "/api/admin/calendar",
  "six weeks of the calendar": `/api/admin/calendar/days?from=${TODAY}&days=42`,
  "open hours of the admin area": "/api/admin/slots",
  "open hours of everybody": `/api/appointments/slots?date=${TODAY}`,
  "a member's sessions": "/api/appointments",
} as const

/** How the lists of sessions and open hours scale: the p99 of each with many past ones against few. */
export function measureAppointments(report: Report): Promise<void> {
  return onSizes(SIZES, seedAppointments, async (small, large) => {
    for (const [name, path] of Object.entries(READS)) {
      const growth = await measureGrowthOf(
        () => small.send(path),
        () => large.send(path),
      )
      report({
        metric: `${name}: p99 with a hundred thousand sessions and ten thousand hours against a thousand and 200`,
        measured: growth.ratio,
        budget: BUDGET,
        bound: "max",
        unit: "×",
        details: `${growth.large.toFixed(1)} ms against ${growth.small.toFixed(1)} ms`,
      })
    }
  })
}
