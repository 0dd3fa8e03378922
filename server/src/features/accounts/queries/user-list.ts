import type { Role } from "@haitech/contract/accounts"
import type { USER_SORTS } from "@haitech/contract/admin/accounts"
import { eq, not, sql } from "drizzle-orm"
import { lastSeenSortKey, nameSortKey, type UserRow, users } from "#features/accounts/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, paginate, streamRows } from "#platform/lists/paginate.ts"

type UserSort = (typeof USER_SORTS)[number]

interface UserFilters {
  readonly q?: string | undefined
  readonly role?: Role | undefined
  readonly approved?: boolean | undefined
}

const LIST: ListDefinition<typeof users, UserSort> = {
  table: users,
  id: users.id,
  sorts: {
    newest: { by: users.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: users.createdAt, type: "timestamptz", direction: "up" },
    name: { by: nameSortKey(users), type: "text", direction: "up" },
    seen: { by: lastSeenSortKey(users), type: "timestamptz", direction: "down" },
  },
  search: sql`${users}.search`,
  counter: "users",
}

export function paginateUsers(
  db: Db,
  {
    role,
    approved,
    ...query
  }: UserFilters & { readonly sort: UserSort; readonly limit: number; readonly cursor?: string | undefined },
) {
  return paginate(db, LIST, { ...query, filters: filtersOf({ role, approved }) })
}

export function streamUsers(db: Db, { role, approved, q }: UserFilters): AsyncGenerator<UserRow> {
  return streamRows(db, LIST, { sort: "newest", q, filters: filtersOf({ role, approved }) })
}

function filtersOf({ role, approved }: Omit<UserFilters, "q">) {
  return [
    role && eq(users.role, role),
    // In the form of the partial index on closed accounts.
    approved === undefined ? undefined : approved ? sql`${users.approved}` : not(sql`${users.approved}`),
  ]
}
