import { bytea, snakeCase, text } from "drizzle-orm/pg-core"
import { instant, lengthBetween, notEmpty } from "#platform/db/columns.ts"

export const MAX_NAME_LENGTH = 200

/** Scripts and styles of the builds in use: a process also serves those of the builds that others run. */
export const assets = snakeCase.table(
  "assets",
  {
    name: text().primaryKey(),
    type: text().notNull(),
    raw: bytea().notNull(),
    br: bytea(),
    gz: bytea(),
    usedAt: instant().notNull(),
  },
  (asset) => [lengthBetween(asset.name, 1, MAX_NAME_LENGTH), notEmpty(asset.type)],
)
