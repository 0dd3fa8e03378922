import type { Pool } from "pg"

/** The same in every size: what is still to come, and the sessions of the signed-in person. */
const [COMING_SLOTS, COMING_APPOINTMENTS, OWN_APPOINTMENTS] = [100, 40, 20]

/** Gives a product open hours and sessions, of which some are to come and the others are past. */
export async function seedAppointments(
  pool: Pool,
  { slots, appointments }: { readonly slots: number; readonly appointments: number },
): Promise<void> {
  const session = await pool.connect()
  try {
    await session.query("set synchronous_commit = off")
    await session.query(SLOT_ROWS, [slots])
    await session.query(APPOINTMENT_ROWS, [appointments])
    for (const table of ["available_time_slots", "appointments"]) await session.query(`vacuum (analyze) ${table}`)
  } finally {
    session.release()
  }
}

/** The first ones are to come. Half of the past ones were booked. */
const SLOT_ROWS = `
  insert into available_time_slots
    (id, date, start_time, end_time, starts_at, ends_at, max_bookings, current_bookings)
  select gen_random_uuid(), (starts at time zone 'UTC')::date, (starts at time zone 'UTC')::time,
    (starts at time zone 'UTC')::time + interval '30 minutes', starts, starts + interval '30 minutes', 2,
    case when n > ${COMING_SLOTS} then n % 2 else 0 end
  from generate_series(1, $1::int) n
  cross join lateral (select date_trunc('hour', now()) + (${COMING_SLOTS} - n) * interval '3 hours' as starts) as slot`

const APPOINTMENT_ROWS = `
  insert into appointments
    (id, user_id, student_name, student_email, session_type, subject, preferred_date, preferred_time, duration, ends_at,
      status, created_at, updated_at)
  select gen_random_uuid(), case when n <= ${OWN_APPOINTMENTS} then (select id from users where is_admin limit 1) end,
    'Ketsia ' || (array['Pierre', 'Noël', 'Louis', 'Désir', 'Michel', 'Félix', 'Valcin'])[1 + n % 7] || ' ' || n,
    'student' || n || '@example.org', 'tutoring', 'coding', starts, '10:00', 60, starts + interval '1 hour',
    case when n > ${COMING_APPOINTMENTS} then (array['completed', 'cancelled', 'declined', 'no_show'])[1 + n % 4]
      when n % 2 = 0 then 'pending' else 'approved' end,
    starts - interval '30 days', starts - interval '20 days'
  from generate_series(1, $1::int) n
  cross join lateral
    (select date_trunc('hour', now()) + (${COMING_APPOINTMENTS} - n) * interval '1 hour' as starts) as appointment`
