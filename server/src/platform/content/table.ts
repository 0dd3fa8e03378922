import { snakeCase, text } from "drizzle-orm/pg-core"
import { createdAt } from "#platform/db/columns.ts"

/** The starter contents that this database has received; content that an administrator deletes does not come back. */
export const starterContents = snakeCase.table("starter_contents", {
  name: text().primaryKey(),
  publishedAt: createdAt(),
})
