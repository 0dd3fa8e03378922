import { RETENTION_KINDS } from "@haitech/contract/retention"
import { integer, snakeCase, text } from "drizzle-orm/pg-core"
import { instant, minValue, oneOf, updatedAt } from "#platform/db/columns.ts"

/** Until `appliesAt` the previous period applies. A kind without a row has the longest one. */
export const retentionPeriods = snakeCase.table(
  "retention_periods",
  {
    kind: text({ enum: RETENTION_KINDS }).primaryKey(),
    version: integer().notNull(),
    period: integer().notNull(),
    previousPeriod: integer().notNull(),
    appliesAt: instant().notNull(),
    updatedAt: updatedAt(),
  },
  (row) => [
    oneOf(row.kind, RETENTION_KINDS),
    minValue(row.version, 0),
    minValue(row.period, 1),
    minValue(row.previousPeriod, 1),
  ],
)

export type RetentionPeriodRow = typeof retentionPeriods.$inferSelect
