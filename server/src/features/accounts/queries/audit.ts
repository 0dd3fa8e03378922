import type { AuditAction } from "@haitech/contract/audit"
import { eq, sql } from "drizzle-orm"
import { users } from "#features/accounts/table.ts"
import { appointments } from "#features/appointments/table.ts"
import { chatThreads, savedReplies } from "#features/chat/table.ts"
import { donations } from "#features/donations/table.ts"
import { studyGroupTexts } from "#features/groups/table.ts"
import { helpRequests } from "#features/learning/table/help.ts"
import { courses, lessons } from "#features/learning/table.ts"
import { contacts, memberships } from "#features/outreach/table.ts"
import { newsletters } from "#features/publishing/table/newsletters.ts"
import { blogPosts, teamMembers, testimonials } from "#features/publishing/table.ts"
import { volunteerApplications } from "#features/volunteers/table.ts"
import { auditLog } from "#platform/audit/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, paginate } from "#platform/lists/paginate.ts"

const LIST: ListDefinition<typeof auditLog, "newest" | "oldest"> = {
  table: auditLog,
  id: auditLog.id,
  sorts: {
    newest: { by: auditLog.createdAt, type: "timestamptz", direction: "down" },
    oldest: { by: auditLog.createdAt, type: "timestamptz", direction: "up" },
  },
  counter: "audit_log",
}

interface AuditQuery {
  readonly sort: "newest" | "oldest"
  readonly limit: number
  readonly cursor?: string | undefined
  readonly action?: AuditAction | undefined
  readonly of?: string | undefined
  readonly about?: string | undefined
}

export function paginateAudit(db: Db, { action, of, about, ...query }: AuditQuery) {
  const filters = [
    action && eq(auditLog.action, action),
    of ? eq(auditLog.actorId, of) : undefined,
    about ? eq(auditLog.subjectId, about) : undefined,
  ]
  return paginate(db, LIST, { ...query, filters })
}

export async function findNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const anyId = sql`any(${sql.param([...new Set(ids)])}::uuid[])`
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), username, email) as name
      from ${users} where id = ${anyId}
    union all select id, name from ${contacts} where id = ${anyId}
    union all select id, name from ${memberships} where id = ${anyId}
    union all select id, name from ${chatThreads} where id = ${anyId}
    union all select id, title from ${savedReplies} where id = ${anyId}
    union all select id, student_name from ${appointments} where id = ${anyId}
    union all select id, name from ${donations} where id = ${anyId} and name is not null
    union all select id, name from ${teamMembers} where id = ${anyId}
    union all select id, name from ${testimonials} where id = ${anyId}
    union all select id, title from ${blogPosts} where id = ${anyId}
    union all select id, subject_en from ${newsletters} where id = ${anyId}
    union all select id, title from ${courses} where id = ${anyId}
    union all select id, title from ${lessons} where id = ${anyId}
    union all select question.id, coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), username, email)
      from ${helpRequests} question join ${users} on ${users.id} = user_id where question.id = ${anyId}
    union all select id, first_name || ' ' || last_name from ${volunteerApplications} where id = ${anyId}
    union all select group_id, name from ${studyGroupTexts} where group_id = ${anyId} and language = 'en'`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
