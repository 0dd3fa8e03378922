import { and, eq, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import type { Db } from "#platform/db/client.ts"

const NAME = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username}, ${users.email})`

export function selectAdministrators(db: Db) {
  return db
    .select({ id: users.id, email: users.email, language: users.language, name: NAME })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.approved, true)))
}
