import type { Sql } from "./db.ts"

interface SessionRow {
  readonly name: string
  /** An instant. */
  readonly at: string
  readonly status?: string
  readonly priority?: string
  readonly timeZone?: string
}

/**
 * Stores a tutoring session of an hour, by default a request that waits. Ids order the rows of one millisecond, as in the
 * product. @returns its id
 */
export async function insertSession(sql: Sql, { name, at, ...rest }: SessionRow): Promise<string> {
  const { status = "pending", priority = "normal", timeZone = null } = rest
  const end = new Date(Date.parse(at) + 3_600_000).toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into appointments (id, student_name, student_email, session_type, subject, preferred_date, preferred_time,
      ends_at, status, priority, time_zone, created_at, updated_at)
    values (uuidv7(), ${name}, ${`${crypto.randomUUID()}@example.org`}, 'tutoring', 'coding', ${at}, '10:00', ${end}, ${status},
      ${priority}, ${timeZone}, now(), now())
    returning id`
  if (!row) throw new Error("the session was not stored")
  return row.id
}

/** Makes the first administrator a tutor who is screened. */
export async function insertTutor(sql: Sql): Promise<void> {
  await sql`
    insert into tutors (user_id, time_zone, created_at, updated_at)
    select id, 'America/New_York', now(), now() from users where username = 'guerda'
    on conflict do nothing`
  await sql`
    insert into screenings (user_id, screened_until)
    select id, '2099-01-01' from users where username = 'guerda'
    on conflict do nothing`
}

/** Takes the requests of earlier tests out of what waits. */
export async function cancelRequests(sql: Sql): Promise<void> {
  await sql`update appointments set status = 'cancelled' where status = 'pending'`
}

export async function statusOf(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ status: string }[]>`select status from appointments where id = ${id}`
  return row?.status
}
