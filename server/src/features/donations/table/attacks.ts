import { sql } from "drizzle-orm"
import { index, integer, snakeCase, uniqueIndex } from "drizzle-orm/pg-core"
import { id, instant, minValue } from "#platform/db/columns.ts"

/** When stolen cards were tried on the form. `lastAt` is the last request or decline beyond the limits. */
export const cardTestingAttacks = snakeCase.table(
  "card_testing_attacks",
  {
    id: id(),
    startedAt: instant().notNull().defaultNow(),
    lastAt: instant().notNull().defaultNow(),
    endedAt: instant(),
    attempts: integer().notNull(),
  },
  (attack) => [
    // One at a time, however many processes notice it.
    uniqueIndex("card_testing_attacks_open_unique")
      .on(sql`(${attack.endedAt} is null)`)
      .where(sql`${attack.endedAt} is null`),
    index("card_testing_attacks_last").on(attack.lastAt),
    minValue(attack.attempts, 0),
  ],
)

export type AttackRow = typeof cardTestingAttacks.$inferSelect
