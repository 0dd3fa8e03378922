import type { MembershipId } from "@haitech/contract/ids"
import type { MembershipRequest } from "@haitech/contract/outreach"
import { sql } from "drizzle-orm"
import type { Db, Tx } from "#platform/db/client.ts"
import { freshId } from "#platform/db/columns.ts"
import { memberships } from "./table.ts"

export interface JoinedMembership {
  readonly id: MembershipId
  readonly createdAt: Date
}

/**
 * One statement: of two clicks at once, one inserts and the other refreshes. What is left out stays as it was. Written
 * out, because the ORM names only columns as a conflict's target, and this index is on an expression.
 */
export async function upsertMembership(db: Db | Tx, request: MembershipRequest): Promise<JoinedMembership> {
  const { name, email, program = null, interests = null, location = null } = request
  const [row] = await db.execute<{ id: MembershipId; created_at: string }>(sql`
    insert into ${memberships} (id, name, email, program, interests, location)
    values (${freshId()}, ${name}, ${email}, ${program}, ${interests}, ${location})
    on conflict (lower(email)) do update set
      name = excluded.name,
      program = coalesce(excluded.program, ${memberships}.program),
      interests = coalesce(excluded.interests, ${memberships}.interests),
      location = coalesce(excluded.location, ${memberships}.location),
      updated_at = now()
    returning id, created_at`)
  if (!row) throw new Error("an upsert gave no row")
  return { id: row.id, createdAt: new Date(row.created_at) }
}
