import { snakeCase, text } from "drizzle-orm/pg-core"
import { createdAt } from "#platform/db/columns.ts"

/** Which starter content this database has received: what an administrator deletes does not come back. */
export const starterContents = snakeCase.table("starter_contents", {
  name: text().primaryKey(),
  publishedAt: createdAt(),
})
