import { type Course, type CourseDetail, listCourses, readCourse } from "@haitech/contract/courses"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { Block, LessonPage } from "@haitech/contract/lessons"
import type { Deps } from "#deps.ts"
import {
  lessonText,
  type PublishedCourse,
  publishedCourse,
  publishedCourseAt,
  publishedCourses,
  publishedLessons,
} from "#features/learning/queries/courses.ts"
import { handleRememberedRead } from "#platform/http/handle.ts"
import { Problem } from "#platform/problem.ts"

export type CourseDeps = Pick<Deps, "db">

const TABLES = ["courses", "course_texts", "lessons", "lesson_texts"] as const

export const courseRoutes = (deps: CourseDeps) => [
  handleRememberedRead(listCourses, TABLES, ({ language }) => listPublished(deps, language)),
  handleRememberedRead(readCourse, TABLES, async ({ params, language }) => {
    const course = await publishedCourse(deps.db, params.id, language)
    if (!course) throw new Problem("course.unknown")
    return detailOf(deps, course, language)
  }),
]

export async function listPublished({ db }: CourseDeps, language: Language): Promise<Course[]> {
  return (await publishedCourses(db, language)).map(presentCourse)
}

/** @returns null for a course that is unknown or not published */
export async function findCourse(deps: CourseDeps, slug: string, language: Language): Promise<CourseDetail | null> {
  const course = await publishedCourseAt(deps.db, slug, language)
  return course ? detailOf(deps, course, language) : null
}

/** @returns null for a lesson that is unknown, not published or without a text */
export async function findLesson(
  { db }: CourseDeps,
  course: CourseDetail,
  slug: string,
  language: Language,
): Promise<LessonPage | null> {
  const lesson = course.lessons.find((candidate) => candidate.slug === slug)
  const text = lesson && (await lessonText(db, lesson.id, language))
  if (!text) return null
  return { ...text, id: lesson.id, slug, languages: sorted(text.languages), blocks: text.blocks.map(withoutWrong) }
}

async function detailOf({ db }: CourseDeps, course: PublishedCourse, language: Language): Promise<CourseDetail> {
  const { about, parts } = course
  return { ...presentCourse(course), about, parts, lessons: await publishedLessons(db, course.id, language) }
}

function presentCourse(row: PublishedCourse): Course {
  const { about: _, parts: __, ...course } = row
  return { ...course, languages: sorted(course.languages) }
}

function sorted(languages: readonly Language[]): Language[] {
  return LANGUAGES.filter((language) => languages.includes(language))
}

/** Programs that fail are for the check of the exercises; readers would only download them. */
function withoutWrong(block: Block): Block {
  if (block.kind !== "exercise" || block.exercise.type !== "code") return block
  return { ...block, exercise: { ...block.exercise, wrong: [] } }
}
