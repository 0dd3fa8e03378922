import type { Sql } from "./db.ts"

/** A pending request for coding of an hour, unless `session` says otherwise. @returns its id */
export interface SessionRow {
  readonly name: string
  /** An instant. */
  readonly at: string
  readonly status?: string
  readonly subject?: string
  readonly type?: string
  readonly priority?: string
  readonly minutes?: number
  readonly timeZone?: string | null
  readonly description?: string | null
  readonly tutorId?: string | null
  readonly slotId?: string | null
}

export async function insertSession(sql: Sql, session: SessionRow): Promise<string> {
  const { name, at, status = "pending", subject = "coding", type = "tutoring", priority = "normal" } = session
  const { minutes = 60, timeZone = null, description = null, tutorId = null, slotId = null } = session
  const end = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const [row] = await sql<{ id: string }[]>`
    insert into appointments (id, student_name, student_email, session_type, subject, preferred_date, preferred_time,
      ends_at, duration, status, priority, time_zone, description, tutor_id, slot_id, created_at, updated_at)
    values (gen_random_uuid(), ${name}, 'student@example.org', ${type}, ${subject}, ${at}, '10:00', ${end}, ${minutes},
      ${status}, ${priority}, ${timeZone}, ${description}, ${tutorId}, ${slotId}, now(), now())
    returning id`
  if (!row) throw new Error("the session was not stored")
  return row.id
}

/** Makes the first administrator a tutor. @returns the tutor's id */
export async function insertTutor(sql: Sql): Promise<string> {
  const [tutor] = await sql<{ user_id: string }[]>`
    insert into tutors (user_id, time_zone, created_at, updated_at)
    select id, 'America/New_York', now(), now() from users where username = 'guerda'
    on conflict (user_id) do update set paused_from = null
    returning user_id`
  if (!tutor) throw new Error("no administrator is there")
  return tutor.user_id
}
