import { and, eq, or, sql } from "drizzle-orm"
import { type UserRow, users } from "#features/accounts/table.ts"
import type { Tx } from "#platform/db/client.ts"

type AdminKey = { readonly id: string } | { readonly login: string }

export async function findAdminForUpdate(tx: Tx, key: AdminKey): Promise<UserRow | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(matches(key), eq(users.isAdmin, true)))
    .for("update")
  return row
}

function matches(key: AdminKey) {
  if ("id" in key) return eq(users.id, key.id)
  const login = key.login.toLowerCase()
  return or(eq(sql`lower(${users.username})`, login), eq(sql`lower(${users.email})`, login))
}
