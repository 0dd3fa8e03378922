/** A table, and the list of the admin area that shows its rows. */
export interface AdminList {
  readonly table: string
  /** Below `/api/admin/`. */
  readonly path: string
  readonly sortedBy: "created_at" | "last_message_at"
  readonly isSearched: boolean
  readonly isExported: boolean
  /** Below `/api/admin/`: what adds up all rows, which has an export. */
  readonly sums?: string
  /** Part of a query; about one row of ten to twenty matches. */
  readonly filter: string
  /** Inserts the rows with the numbers from $1 to $2 of $3. */
  readonly rows: string
}

/** Occurs in five of a million rows, and in one of a thousand. */
export const RARE_WORD = "zetwalo"
/** Occurs in about one row of seven. */
export const FREQUENT_WORD = "jean"

/** Both occur often, in one row of some hundreds together. */
export const TWO_WORDS = "guerda%20noel"
/** Of an address; the number makes it that of a few rows. */
export const ADDRESS_START = "guerda9"

const SEARCHED = { sortedBy: "created_at", isSearched: true } as const
const EXPORTED = { ...SEARCHED, isExported: true } as const

export const PEOPLE_LISTS: readonly AdminList[] = [
  {
    ...EXPORTED,
    table: "users",
    path: "users",
    filter: "&role=mentor",
    rows: `
    insert into users (id, created_at, first_name, last_name, username, email, role, approved)
    select id, at, first, last, 'learner' || n, email, case when n % 20 = 0 then 'mentor' else 'student' end, n % 50 <> 0
    from pg_temp.people($1, $2, $3)`,
  },
  {
    ...EXPORTED,
    table: "contacts",
    path: "contacts",
    filter: "&state=new",
    rows: `
    insert into contacts (id, created_at, name, email, message, state, subject)
    select id, at, first || ' ' || last, email, pg_temp.say(n, 8 + n % 20),
      case when n % 10 = 0 then 'new' else 'done' end, case when n % 3 = 0 then 'general' end
    from pg_temp.people($1, $2, $3)`,
  },
  {
    ...EXPORTED,
    table: "donations",
    path: "donations",
    sums: "donations/months",
    filter: "&status=failed",
    rows: `
    insert into donations (id, created_at, name, email, amount, message, status, paid_at)
    select id, at, first || ' ' || last, email, 500 * (1 + n % 40), case when n % 4 = 0 then pg_temp.say(n, 6) end,
      case when n % 9 = 0 then 'failed' else 'succeeded' end, case when n % 9 <> 0 then at end
    from pg_temp.people($1, $2, $3)`,
  },
]

/** Ten messages each; the threads are read with the search of their messages. */
const THREAD = "pg_temp.id_of('thread' || (n - 1) / 10)"

export const RECORD_LISTS: readonly AdminList[] = [
  {
    ...EXPORTED,
    table: "memberships",
    path: "memberships",
    filter: "&program=coding",
    rows: `
    insert into memberships (id, created_at, name, email, program)
    select id, at, first || ' ' || last, email, case when n % 10 = 0 then 'coding' else 'general' end
    from pg_temp.people($1, $2, $3)`,
  },
  {
    ...EXPORTED,
    table: "volunteer_applications",
    path: "volunteer-applications",
    filter: "&status=new",
    rows: `
    insert into volunteer_applications (id, created_at, role, first_name, last_name, email, motivation, status)
    select id, at, 'mentor', first, last, email, repeat('Mwen vle ede. ', 20), case when n % 20 = 0 then 'new' else 'declined' end
    from pg_temp.people($1, $2, $3)`,
  },
  {
    table: "chat_threads",
    path: "chat/threads",
    sortedBy: "last_message_at",
    isSearched: true,
    isExported: false,
    filter: "&state=open",
    rows: `
    insert into chat_threads (id, created_at, last_message_at, name, email, state, last_sequence, seen_sequence)
    select ${THREAD}, at, at + interval '1 hour', first || ' ' || last, email,
      case when n % 20 = 1 then 'open' else 'done' end, 10, 10
    from pg_temp.people($1, $2, $3) where n % 10 = 1`,
  },
  {
    ...SEARCHED,
    isExported: false,
    table: "chat_messages",
    path: "chat",
    filter: "&isRead=false",
    rows: `
    insert into chat_messages (id, created_at, thread_id, sequence, name, email, message, is_read, read_at)
    select id, at, ${THREAD}, 1 + (n - 1) % 10, first || ' ' || last, email, pg_temp.say(n, 4 + n % 12),
      n % 20 <> 0, case when n % 20 <> 0 then at end
    from pg_temp.people($1, $2, $3)`,
  },
  {
    table: "audit_log",
    path: "audit",
    sortedBy: "created_at",
    isSearched: false,
    isExported: false,
    filter: "&action=contact.moved",
    rows: `
    insert into audit_log (id, created_at, actor_id, action, subject_id, before, after)
    select id, at, pg_temp.id_of('actor' || n % 5), case when n % 10 = 0 then 'contact.moved' else 'admin.signed_in' end,
      pg_temp.id_of('subject' || n % 5000), '{"state": "new"}', '{"state": "done"}'
    from pg_temp.people($1, $2, $3)`,
  },
]
