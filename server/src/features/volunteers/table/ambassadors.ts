import { AMBASSADOR_CODE } from "@haitech/contract/ambassadors"
import { sql } from "drizzle-orm"
import { check, date, integer, primaryKey, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { createdAt, minValue } from "#platform/db/columns.ts"

/** An ambassador has one code at a time; `createdAt` is that of the code. */
export const ambassadorLinks = snakeCase.table(
  "ambassador_links",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    code: text().notNull(),
    createdAt: createdAt(),
  },
  (link) => [
    unique("ambassador_links_code_unique").on(link.code),
    check("ambassador_links_code_form", sql`${link.code} ~ ${sql.raw(`'${AMBASSADOR_CODE.source}'`)}`),
  ],
)

/** How many joined on a day of the site's clock. No column leads to one of them. */
export const ambassadorCounts = snakeCase.table(
  "ambassador_counts",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    day: date().notNull(),
    joined: integer().notNull(),
  },
  (count) => [primaryKey({ columns: [count.userId, count.day] }), minValue(count.joined, 1)],
)

export type AmbassadorLinkRow = typeof ambassadorLinks.$inferSelect
