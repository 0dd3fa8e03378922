import type { CourseCoverage, LessonRecord, LessonTextState } from "@haitech/contract/admin/learning"
import type { CourseCategory } from "@haitech/contract/courses"
import { LANGUAGES } from "@haitech/contract/languages"
import { COUNT_LIMIT } from "@haitech/contract/lists"
import { asc, eq, inArray, type SQL, sql } from "drizzle-orm"
import { exerciseResults } from "#features/learning/table/events.ts"
import { lessonDrafts, lessonTexts } from "#features/learning/table/texts.ts"
import {
  type CourseRow,
  courses,
  type LessonRow,
  lessons,
  userCourseProgress,
  userLessonProgress,
} from "#features/learning/table.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"

type Sort = "position" | "newest"

const LIST: ListDefinition<typeof courses, Sort> = {
  table: courses,
  id: courses.id,
  sorts: {
    position: { by: courses.position, type: "integer", direction: "up" },
    newest: { by: courses.createdAt, type: "timestamptz", direction: "down" },
  },
  search: sql`fold(${courses.title} || ' ' || coalesce(${courses.description}, ''))`,
}

export function paginateCourses(db: Db, query: ListQuery<Sort> & { readonly category?: CourseCategory | undefined }) {
  const { category } = query
  return paginate(db, LIST, { ...query, filters: [category && eq(courses.category, category)] })
}

export async function findCourseRow(db: Db, id: string): Promise<CourseRow | undefined> {
  const [course] = await db.select().from(courses).where(eq(courses.id, id))
  return course
}

export interface CourseFigures {
  readonly lessonCount: number
  readonly learners: number
  readonly completed: number
  readonly coverage: readonly CourseCoverage[]
}

export async function countCourses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, CourseFigures>> {
  if (ids.length === 0) return new Map()
  const isOne = inArray(courses.id, [...ids])
  const [figures, coverage] = await Promise.all([
    db
      .select({
        id: courses.id,
        lessonCount: sql<number>`(select count(*)::int from ${lessons} where course_id = ${courses}.id and is_published)`,
        learners: countLearners(sql`true`),
        completed: countLearners(sql`completed_at is not null`),
      })
      .from(courses)
      .where(isOne),
    db.execute<CourseCoverage & Record<string, unknown>>(sql`
      select course_id as "courseId", language,
        count(*) filter (where state = 'ready')::int as ready,
        count(*) filter (where state = 'outdated')::int as outdated,
        count(*) filter (where state = 'missing')::int as missing,
        count(*) filter (where is_edited)::int as edited
      from (${textStates(sql`lesson.is_published and lesson.course_id = any(${sql.param([...ids])}::uuid[])`)}) texts
      group by course_id, language order by array_position(${sql.param([...LANGUAGES])}::text[], language)`),
  ])
  return new Map(
    figures.map(({ id, ...row }) => [
      id,
      { ...row, coverage: coverage.rows.filter(({ courseId }) => courseId === id) },
    ]),
  )
}

function countLearners(where: SQL) {
  return sql<number>`(select count(*)::int from (
    select 1 from ${userCourseProgress} where course_id = ${courses}.id and ${where} limit ${COUNT_LIMIT + 1}) learner)`
}

export function lessonRows(db: Db, courseId: string): Promise<LessonRow[]> {
  return db.select().from(lessons).where(eq(lessons.courseId, courseId)).orderBy(asc(lessons.order), asc(lessons.id))
}

export async function lessonTextStates(db: Db, courseId: string): Promise<(LessonTextState & Row)[]> {
  const { rows } = await db.execute<LessonTextState & Row>(sql`
    select lesson_id as "lessonId", language, state, is_edited as "isEdited", has_draft as "hasDraft"
    from (${textStates(sql`lesson.course_id = ${courseId}`)}) texts
    order by array_position(${sql.param([...LANGUAGES])}::text[], language)`)
  return rows
}

interface Row extends Record<string, unknown> {
  readonly lessonId: string
}

function textStates(where: SQL): SQL {
  return sql`
    select lesson.course_id, lesson.id as lesson_id, written.language,
      case when own.language is null then 'missing'
        when own.language <> 'en' and own.source_version is distinct from english.version then 'outdated'
        else 'ready' end as state,
      own.language is not null and own.version is distinct from own.shipped_version as is_edited,
      draft.language is not null as has_draft
    from ${lessons} lesson cross join unnest(${sql.param([...LANGUAGES])}::text[]) as written(language)
      left join ${lessonTexts} own on own.lesson_id = lesson.id and own.language = written.language
      left join ${lessonTexts} english on english.lesson_id = lesson.id and english.language = 'en'
      left join ${lessonDrafts} draft on draft.lesson_id = lesson.id and draft.language = written.language
    where ${where}`
}

type Figures = Pick<LessonRecord, "opened" | "completed" | "stops" | "hardest">

export async function countLessons(db: Db, courseId: string): Promise<ReadonlyMap<string, Figures>> {
  const { rows } = await db.execute<Figures & Row>(sql`
    with progress as (
      select * from ${userLessonProgress} where lesson_id in (select id from ${lessons} where course_id = ${courseId})),
    stops as (
      select lesson_id, position, count(*)::int as learners from progress
      where not is_completed and position is not null group by lesson_id, position),
    answers as (
      select lesson_id, exercise_id, count(*)::int as learners, count(*) filter (where not is_first_try_correct)::int as failed
      from ${exerciseResults} where tries > 0 and lesson_id in (select id from ${lessons} where course_id = ${courseId})
      group by lesson_id, exercise_id)
    select lesson_id as "lessonId", count(*)::int as opened, count(*) filter (where is_completed)::int as completed,
      coalesce((select json_agg(json_build_object('position', position, 'learners', learners) order by learners desc, position)
        from stops where stops.lesson_id = progress.lesson_id), '[]') as stops,
      (select json_build_object('exerciseId', exercise_id, 'failed', failed, 'learners', learners)
        from answers where answers.lesson_id = progress.lesson_id and failed > 0
        order by failed desc, learners, exercise_id limit 1) as hardest
    from progress group by lesson_id`)
  return new Map(rows.map(({ lessonId, ...figures }) => [lessonId, figures]))
}
