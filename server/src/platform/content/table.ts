import { snakeCase, text } from "drizzle-orm/pg-core"
import { createdAt } from "#platform/db/columns.ts"

export const starterContents = snakeCase.table("starter_contents", {
  name: text().primaryKey(),
  publishedAt: createdAt(),
})
