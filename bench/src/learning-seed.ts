import type { Pool, PoolClient } from "pg"

const EVENTS = 200

/**
 * Gives every account of the product, and new ones up to `learners`, 200 events and what is computed from them. What the
 * demo member has stays.
 * @returns a lesson
 */
export async function seedLearners(pool: Pool, learners: number): Promise<{ lessonId: string }> {
  const session = await pool.connect()
  try {
    await session.query("set synchronous_commit = off")
    await session.query(
      `insert into users (id, first_name, username, email)
      select gen_random_uuid(), 'Ada', 'learner' || n, 'learner' || n || '@example.org' from generate_series(2, $1) n`,
      [learners],
    )
    await session.query(LESSONS)
    for (const statement of [EVENT_ROWS, RESULTS, LESSON_PROGRESS, COURSE_PROGRESS, ACHIEVEMENTS])
      await session.query(statement)
    for (const table of TABLES) await session.query(`vacuum (analyze) ${table}`)
    return { lessonId: await readLesson(session) }
  } finally {
    session.release()
  }
}

async function readLesson(session: PoolClient): Promise<string> {
  const { rows } = await session.query<{ id: string }>(`select id from lessons where is_published order by id limit 1`)
  if (!rows[0]) throw new Error("the product has no lessons")
  return rows[0].id
}

const TABLES = ["users", "learning_events", "exercise_results", "user_lesson_progress", "user_course_progress"]

const LESSONS = `
  create temporary table numbered as
  select id, course_id, row_number() over (order by course_id, "order") - 1 as at, count(*) over () as total from lessons`

/** Over half a year; of four events one completes a lesson, one reads and two answer. */
const EVENT_ROWS = `
  insert into learning_events
    (user_id, id, kind, lesson_id, course_id, exercise_id, is_correct, position, language, seconds, occurred_at)
  select users.id, gen_random_uuid(),
    case n % 4 when 0 then 'lesson.completed' when 1 then 'lesson.read' else 'exercise.answered' end,
    numbered.id, numbered.course_id,
    case when n % 4 > 1 then 'exercise-' || n end, case when n % 4 > 1 then n % 3 > 0 end,
    case when n % 4 = 1 then 'text-1' end, case when n % 4 = 0 then 'en' end, case when n % 4 = 0 then 300 else 0 end,
    now() - (${EVENTS} - n) * interval '1 day'
  from users cross join generate_series(1, ${EVENTS}) n join numbered on numbered.at = n % numbered.total`

const RESULTS = `
  insert into exercise_results
    (user_id, lesson_id, course_id, exercise_id, tries, is_correct, is_first_try_correct, last_answered_at, due_at)
  select user_id, lesson_id, course_id, exercise_id, 1, is_correct, is_correct, occurred_at,
    case when not is_correct then occurred_at + interval '30 days' end
  from learning_events where kind = 'exercise.answered'
  on conflict do nothing`

const LESSON_PROGRESS = `
  insert into user_lesson_progress
    (id, user_id, lesson_id, course_id, is_completed, completed_at, watch_time, last_read_at)
  select gen_random_uuid(), user_id, lesson_id, course_id, min(occurred_at) filter (where kind = 'lesson.completed') is not null,
    min(occurred_at) filter (where kind = 'lesson.completed'), max(seconds), max(occurred_at)
  from learning_events group by user_id, lesson_id, course_id
  on conflict do nothing`

const COURSE_PROGRESS = `
  insert into user_course_progress (id, user_id, course_id, enrolled_at, progress_percentage, last_accessed_at)
  select gen_random_uuid(), user_id, course_id, min(occurred_at), 50, max(occurred_at)
  from learning_events group by user_id, course_id
  on conflict do nothing`

const ACHIEVEMENTS = `
  insert into user_achievements (id, user_id, achievement_id)
  select gen_random_uuid(), users.id, achievements.id from users join achievements on condition_value <= 3
  on conflict do nothing`
