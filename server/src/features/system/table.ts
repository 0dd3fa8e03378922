import { LANGUAGES } from "@haitech/contract/languages"
import { LINES, VITAL_NAMES } from "@haitech/contract/vitals"
import { date, integer, primaryKey, snakeCase, text } from "drizzle-orm/pg-core"
import { lengthBetween, minValue, oneOf } from "#platform/db/columns.ts"

const PAGE_LENGTH = 60

/** How many visits of a day had a metric between the bound before and this one. Of nobody: no address, no id. */
export const webVitals = snakeCase.table(
  "web_vitals",
  {
    day: date().notNull(),
    page: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    line: text({ enum: LINES }).notNull(),
    metric: text({ enum: VITAL_NAMES }).notNull(),
    bound: integer().notNull(),
    visits: integer().notNull(),
  },
  (vital) => [
    primaryKey({
      name: "web_vitals_pkey",
      columns: [vital.day, vital.page, vital.language, vital.line, vital.metric, vital.bound],
    }),
    lengthBetween(vital.page, 1, PAGE_LENGTH),
    oneOf(vital.language, LANGUAGES),
    oneOf(vital.line, LINES),
    oneOf(vital.metric, VITAL_NAMES),
    minValue(vital.bound, 1),
    minValue(vital.visits, 1),
  ],
)

export type VitalRow = typeof webVitals.$inferInsert
