import type { CourseId, LessonId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { and, asc, eq, gte, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { courseTexts, lessonTexts } from "#features/learning/table/texts.ts"
import { courses, lessons, userCourseProgress } from "#features/learning/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { prepared } from "#platform/db/prepared.ts"

/** Titles and descriptions are in `language` if there is a text in it, else in English. */
export async function publishedCourses(db: Db | Tx, language: Language) {
  return allCourses(db).execute({ language })
}

export async function publishedCourse(db: Db | Tx, id: CourseId, language: Language) {
  const [course] = await courseById(db).execute({ id, language })
  return course
}

export async function publishedCourseAt(db: Db | Tx, slug: string, language: Language) {
  const [course] = await courseBySlug(db).execute({ slug, language })
  return course
}

export async function publishedLessons(db: Db | Tx, courseId: CourseId, language: Language) {
  return lessonsOfCourse(db).execute({ courseId, language })
}

/** @returns undefined for a lesson without a text in `language` or English */
export async function lessonText(db: Db | Tx, lessonId: LessonId, language: Language) {
  const [text] = await textOfLesson(db).execute({ lessonId, language })
  return text
}

export async function publishedPages(db: Db | Tx): Promise<PublishedPage[]> {
  const { rows } = await db.execute<PublishedPage>(sql`
    select ${courses.slug} as course, null as lesson, array_agg(${courseTexts.language}) as languages,
      max(${courseTexts.updatedAt}) as "changedAt"
    from ${courses} join ${courseTexts} on ${courseTexts.courseId} = ${courses.id}
    where ${courses.isPublished} group by ${courses.id}
    union all
    select ${courses.slug}, ${lessons.slug}, array_agg(${lessonTexts.language}), max(${lessonTexts.updatedAt})
    from ${courses} join ${lessons} on ${lessons.courseId} = ${courses.id}
      join ${lessonTexts} on ${lessonTexts.lessonId} = ${lessons.id}
    where ${courses.isPublished} and ${lessons.isPublished} group by ${courses.id}, ${lessons.id}
    order by 1, 2 nulls first`)
  return rows
}

/** Members whose newest event in the course is not older than `since`. */
export function countLearners(db: Db | Tx, courseId: CourseId, since: Date): Promise<number> {
  const { lastAccessedAt } = userCourseProgress
  return db.$count(userCourseProgress, and(eq(userCourseProgress.courseId, courseId), gte(lastAccessedAt, since)))
}

interface PublishedPage extends Record<string, unknown> {
  readonly course: string
  readonly lesson: string | null
  readonly languages: readonly Language[]
  readonly changedAt: Date
}

export type PublishedCourse = Awaited<ReturnType<typeof publishedCourses>>[number]

const english = alias(courseTexts, "english")
const publishedLesson = and(eq(lessons.courseId, courses.id), lessons.isPublished)

const course = {
  id: sql<CourseId>`${courses.id}`,
  slug: courses.slug,
  title: sql<string>`coalesce(${courseTexts.title}, ${courses.title})`,
  description: sql<string | null>`coalesce(${courseTexts.description}, ${courses.description})`,
  about: sql<string>`coalesce(${courseTexts.about}, ${english.about}, '')`,
  parts: sql<string[]>`coalesce(${courseTexts.parts}, ${english.parts}, '{}')`,
  category: courses.category,
  difficulty: courses.difficulty,
  estimatedHours: courses.estimatedHours,
  imageUrl: courses.imageUrl,
  language: sql<Language>`coalesce(${courseTexts.language}, 'en')`,
  languages: sql<Language[]>`array(select t.language from ${courseTexts} t where t.course_id = ${courses.id})`,
  lessonCount: sql<number>`(select count(*)::int from ${lessons} where ${publishedLesson})`,
  minutes: sql<number>`(select coalesce(sum(${lessons.duration}), 0)::int from ${lessons} where ${publishedLesson})`,
}

const selectCourses = (db: Db | Tx, which?: SQL) =>
  db
    .select(course)
    .from(courses)
    .leftJoin(courseTexts, textIn(courseTexts, sql.placeholder("language")))
    .leftJoin(english, textIn(english, "en"))
    .where(and(courses.isPublished, which))
    .orderBy(asc(courses.position), asc(courses.id))

const allCourses = prepared((db) => selectCourses(db).prepare("published_courses"))
const courseById = prepared((db) =>
  selectCourses(db, eq(courses.id, sql.placeholder("id"))).prepare("published_course_by_id"),
)
const courseBySlug = prepared((db) =>
  selectCourses(db, eq(courses.slug, sql.placeholder("slug"))).prepare("published_course_by_slug"),
)

const lessonsOfCourse = prepared((db) =>
  db
    .select({
      id: sql<LessonId>`${lessons.id}`,
      slug: lessons.slug,
      title: sql<string>`coalesce(${lessonTexts.title}, ${lessons.title})`,
      order: lessons.order,
      part: lessons.part,
      duration: sql<number>`coalesce(${lessonTexts.minutes}, ${lessons.duration})`,
      kind: lessons.kind,
      language: sql<Language>`coalesce(${lessonTexts.language}, 'en')`,
    })
    .from(lessons)
    .leftJoin(
      lessonTexts,
      and(eq(lessonTexts.lessonId, lessons.id), eq(lessonTexts.language, sql.placeholder("language"))),
    )
    .where(and(eq(lessons.courseId, sql.placeholder("courseId")), lessons.isPublished))
    .orderBy(asc(lessons.order), asc(lessons.id))
    .prepare("published_lessons"),
)

const textOfLesson = prepared((db) =>
  db
    .select({
      title: lessonTexts.title,
      goal: lessonTexts.goal,
      minutes: lessonTexts.minutes,
      blocks: lessonTexts.blocks,
      language: lessonTexts.language,
      languages: sql<
        Language[]
      >`array(select t.language from ${lessonTexts} t where t.lesson_id = ${sql.placeholder("lessonId")})`,
    })
    .from(lessonTexts)
    .where(
      and(
        eq(lessonTexts.lessonId, sql.placeholder("lessonId")),
        or(eq(lessonTexts.language, sql.placeholder("language")), eq(lessonTexts.language, "en")),
      ),
    )
    .orderBy(sql`${lessonTexts.language} = 'en'`)
    .limit(1)
    .prepare("lesson_text"),
)

function textIn(text: typeof courseTexts | typeof english, language: Placeholder | Language) {
  return and(eq(text.courseId, courses.id), eq(text.language, language))
}
