import { WAITING_KINDS, type WaitingItem, type WaitingKind } from "@haitech/contract/admin/accounts"
import { COUNT_LIMIT, type Page } from "@haitech/contract/lists"
import { aliasedTable, and, type SQL, sql } from "drizzle-orm"
import { users, waitingRole } from "#features/accounts/table.ts"
import { sessionProposals } from "#features/appointments/table/proposals.ts"
import { availableTimeSlots } from "#features/appointments/table/slots.ts"
import { appointments } from "#features/appointments/table.ts"
import { chatMessages, chatThreads, waitsForAnswer } from "#features/chat/table.ts"
import { donationDifferences } from "#features/donations/table/differences.ts"
import { studyGroupReports, studyGroupTexts } from "#features/groups/table.ts"
import { contacts } from "#features/outreach/table.ts"
import { birthYears, guardianConsents, safeguardingCases } from "#features/safeguarding/table.ts"
import { waitingScreenings } from "#features/volunteers/table/screening-work.ts"
import { volunteerApplications, type WaitingLimits, waitsForAdmin } from "#features/volunteers/table.ts"
import type { Db } from "#platform/db/client.ts"
import { outbox } from "#platform/jobs/table.ts"
import { cursorOf, parseCursor } from "#platform/lists/paginate.ts"
import { searchFilters } from "#platform/lists/search.ts"

interface WaitingQuery {
  readonly kind?: WaitingKind | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The longest waiting first. @throws {Problem} `request.invalid` on the field `cursor` */
export async function paginateWaiting(
  db: Db,
  { kind, q, limit, cursor }: WaitingQuery,
  at: WaitingLimits,
): Promise<Page<WaitingItem>> {
  const all = itemsAt(at)
  const kinds = kind ? [all[kind]] : Object.values(all)
  const search = searchFilters(sql`search`, q)
  const position = cursor ? sql`(since, id) > ${parseCursor(cursor, "timestamptz")}` : undefined
  const { rows } = await db.execute<ItemRow>(sql`
    select id, kind, name, about, text, language, urgent, unread, ${iso("starts_at")} as starts_at,
      ${iso("since")} as since, since::text as key, ${DECLINED_BY} as declined_by
    from (${firstOf(kinds, and(...search, position), limit + 1)}) item
    order by item.since, item.id limit ${limit + 1}`)
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from (${union(kinds)}) ${ITEM} where ${and(...search) ?? sql`true`} limit ${COUNT_LIMIT + 1}) found`)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(present),
    next: last && rows.length > limit ? cursorOf(last) : null,
    total: counted[0]?.count ?? 0,
  }
}

/** The first ones of each kind, so that PostgreSQL reads them in the order of an index. */
function firstOf(kinds: readonly SQL[], condition: SQL | undefined, limit: number): SQL {
  const first = (items: SQL) =>
    sql`(select * from (${items}) ${ITEM} where ${condition ?? sql`true`} order by since, id limit ${limit})`
  return union(kinds.map(first))
}

function union(items: readonly SQL[]): SQL {
  return sql.join([...items], sql` union all `)
}

export async function countWaiting(db: Db, at: WaitingLimits): Promise<Record<WaitingKind, number>> {
  const items = itemsAt(at)
  const counts = WAITING_KINDS.map(
    (kind) =>
      sql`(select count(*)::int from (${items[kind]} limit ${COUNT_LIMIT + 1}) item) as ${sql.identifier(kind)}`,
  )
  const { rows } = await db.execute<Record<WaitingKind, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return rows[0] ?? (Object.fromEntries(WAITING_KINDS.map((kind) => [kind, 0])) as Record<WaitingKind, number>)
}

interface ItemRow extends Record<string, unknown>, Pick<WaitingItem, "id" | "kind" | "name" | "about" | "text"> {
  readonly language: WaitingItem["language"]
  readonly urgent: boolean
  readonly unread: number
  readonly starts_at: string | null
  readonly since: string
  readonly declined_by: string | null
  readonly key: string
}

function present({ id, kind, name, about, text, language, unread, since, ...row }: ItemRow): WaitingItem {
  const { starts_at: startsAt, urgent: isUrgent, declined_by: declinedBy } = row
  return { id, kind, name, about, text, language, startsAt, isUrgent, unread, since, declinedBy }
}

const UNREAD = sql`(select count(*)::int from ${chatMessages} m where m.thread_id = t.id and not m.is_read)`

/** Of a session whose newest proposal was declined. */
const DECLINED_BY = sql`(case when kind = 'session' then (
  select case when p.state = 'declined' then concat_ws(' ', u.first_name, u.last_name) end
  from ${sessionProposals} p join ${users} u on u.id = p.tutor_id where p.appointment_id = item.id
  order by p.created_at desc, p.id desc limit 1) end)`

/** A coming session of a member who is under 18 as far as their birth year tells. */
const LACKS_CONSENT = sql`(coalesce(a.scheduled_at, a.preferred_date) > now()
  and exists (select from ${birthYears} b
    where b.user_id = a.user_id and b.birth_year > extract(year from now() at time zone 'UTC') - 19)
  and not exists (select from ${guardianConsents} c
    where c.user_id = a.user_id and c.state = 'given' and c.valid_until > now()))`

const ITEM = sql`item (id, kind, name, about, text, language, starts_at, urgent, unread, since, search)`

const itemsAt = (limits: WaitingLimits): Readonly<Record<WaitingKind, SQL>> => ({
  contact: sql`
    (select id, 'contact', name, subject, message, language, null::timestamptz, false, 1, created_at, search
    from ${contacts} where state = 'new' and deleted_at is null)`,
  session: sql`
    (select id, 'session', student_name, subject, description, null, coalesce(scheduled_at, preferred_date), priority = 'high', 1,
      created_at, ${folded(sql`student_name`, sql`description`)}
    from ${appointments} a where status = 'pending' and not ${LACKS_CONSENT})`,
  moving: sql`
    (select a.id, 'moving', a.student_name, a.subject, a.description, null, coalesce(a.scheduled_at, a.preferred_date), true, 1,
      a.updated_at, ${folded(sql`a.student_name`, sql`a.description`)}
    from ${appointments} a join ${availableTimeSlots} s on s.id = a.slot_id
    where a.status = 'approved' and not s.is_available and a.ends_at > now())`,
  without_tutor: sql`
    (select id, 'without_tutor', student_name, subject, description, null, coalesce(scheduled_at, preferred_date), true, 1,
      updated_at, ${folded(sql`student_name`, sql`description`)}
    from ${appointments} where status = 'approved' and tutor_left and tutor_id is null and ends_at > now())`,
  consent: sql`
    (select a.id, 'consent', a.student_name, a.subject, null, null, coalesce(a.scheduled_at, a.preferred_date), true, 1,
      coalesce((select max(c.ended_at) from ${guardianConsents} c where c.user_id = a.user_id), a.created_at),
      ${folded(sql`a.student_name`)}
    from ${appointments} a where a.status in ('pending', 'approved') and ${LACKS_CONSENT})`,
  chat: sql`
    (select t.id, 'chat', t.name, null, last.message, t.language, null::timestamptz, false, ${UNREAD},
      t.waiting_since, last.search
    from ${chatThreads} t
    left join ${chatMessages} last on last.thread_id = t.id and last.sequence = t.last_sequence
    where ${waitsForAnswer(aliasedTable(chatThreads, "t"))})`,
  report: sql`
    (select t.id, 'report', t.name, null, t.report_reason, t.language, null::timestamptz, true, ${UNREAD}, t.reported_at,
      ${folded(sql`t.name`, sql`t.report_reason`)}
    from ${chatThreads} t where t.reported_at is not null and t.deleted_at is null)`,
  group_report: sql`
    (select r.id, 'group_report', null, t.name, r.quote, null, null::timestamptz, r.source = 'member', 1, r.created_at,
      ${folded(sql`r.quote`)}
    from ${studyGroupReports} r
    join ${studyGroupTexts} t on t.group_id = r.group_id and t.language = 'en' where r.settled_at is null)`,
  case: sql`
    (select id, 'case', null, null, null, null, null::timestamptz, true, 1, created_at, ''
    from ${safeguardingCases} where state = 'open')`,
  role: sql`
    (select id, 'role', coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email), role, email, language,
      null::timestamptz, false, 1, created_at, search
    from ${users} where ${waitingRole(users)})`,
  application: sql`
    (select id, 'application', first_name || ' ' || last_name, role, status, null, null::timestamptz,
      coalesce(next_step_on < ${limits.today}::date, false), 1, status_changed_at, search
    from ${volunteerApplications} where ${waitsForAdmin(volunteerApplications, limits)})`,
  screening: waitingScreenings(limits.now),
  email: sql`
    (select id, 'email', payload ->> 'to', kind, last_error, null, null::timestamptz, false, 1, failed_at,
      ${folded(sql`payload ->> 'to'`, sql`last_error`)}
    from ${outbox} where failed_at is not null)`,
  difference: sql`
    (select id, 'difference', intent_id, kind, null, null, null::timestamptz, false, 1, found_at, ${folded(sql`intent_id`)}
    from ${donationDifferences} where closed_at is null and settled_at is null)`,
})

function iso(column: string): SQL {
  return sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

function folded(...texts: readonly SQL[]): SQL {
  return sql`fold(concat_ws(' ', ${sql.join([...texts], sql`, `)}))`
}
