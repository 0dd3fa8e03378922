import { isDeepStrictEqual } from "node:util"
import {
  type CourseText,
  digestOfCourses,
  readCourses,
  type ShippedCourse,
  type ShippedLesson,
} from "@haitech/content/courses"
import type { LessonText } from "@haitech/content/lesson"
import { LANGUAGES, type Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import {
  deleteCourseTexts,
  deleteShippedText,
  type LessonHead,
  limitParts,
  lockShipped,
  lockStoredCourses,
  saveCourse,
  saveCourseText,
  saveLesson,
  saveShippedText,
  storedCourseTexts,
  storedLessons,
  storedLessonTexts,
  updateLessonHead,
  withdrawCourses,
  withdrawLessons,
} from "#features/learning/queries/shipped.ts"
import { claimState } from "#platform/content/starter.ts"
import type { Tx } from "#platform/db/client.ts"
import { recomputeCourse } from "./course-progress.ts"

/** Stores the courses of this release, if they are not those of the last start. Several processes may run it at once. */
export async function loadShippedCourses({ db }: Pick<Deps, "db">): Promise<void> {
  const digest = await digestOfCourses()
  await db.transaction(async (tx) => {
    await lockShipped(tx)
    if (await claimState(tx, "courses", digest)) await storeCourses(tx, await readCourses())
  })
}

/**
 * A text that was edited on the site stays. Courses and lessons that are not in `shipped` are unpublished, because
 * progress refers to them.
 */
export async function loadCourses({ db }: Pick<Deps, "db">, shipped: readonly ShippedCourse[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockShipped(tx)
    await storeCourses(tx, shipped)
  })
}

async function storeCourses(tx: Tx, shipped: readonly ShippedCourse[]): Promise<void> {
  const stored = await lockStoredCourses(tx)
  for (const course of shipped) {
    const values = courseValues(course)
    const existing = stored.find(({ slug }) => slug === course.slug)
    const courseId = existing && isSame(existing, values) ? existing.id : await saveCourse(tx, values)
    await loadCourseTexts(tx, courseId, course.texts)
    await loadLessons(tx, courseId, course.lessons.filter(hasSource))
    if (course.texts.en) await limitParts(tx, courseId, Math.max(1, course.texts.en.parts.length))
  }
  await withdrawCourses(
    tx,
    shipped.map(({ slug }) => slug),
  )
}

type Texts<Text> = Readonly<Partial<Record<Language, Text>>>
type SourceLesson = ShippedLesson & { readonly texts: { readonly en: LessonText } }

function hasSource(lesson: ShippedLesson): lesson is SourceLesson {
  return lesson.texts.en !== undefined
}

function courseValues({ slug, texts, category, difficulty, position, lessons }: ShippedCourse) {
  const minutes = lessons.reduce((sum, lesson) => sum + (lesson.texts.en?.minutes ?? 0), 0)
  return {
    slug,
    title: texts.en?.title ?? slug,
    description: texts.en?.description ?? null,
    category,
    difficulty,
    position,
    estimatedHours: Math.ceil(minutes / 60),
    isShipped: true,
  }
}

async function loadCourseTexts(tx: Tx, courseId: string, texts: Texts<CourseText>): Promise<void> {
  const stored = await storedCourseTexts(tx, courseId)
  for (const language of LANGUAGES) {
    const text = texts[language]
    const existing = stored.find((row) => row.language === language)
    if (!text) {
      if (existing) await deleteCourseTexts(tx, courseId, [language])
      continue
    }
    const values = { ...text, parts: [...text.parts], shippedVersion: text.version }
    if (!existing || !isSameText(existing, text)) await saveCourseText(tx, { ...values, courseId, language })
  }
}

async function loadLessons(tx: Tx, courseId: string, shipped: readonly SourceLesson[]): Promise<void> {
  const stored = await storedLessons(tx, courseId)
  const texts = await storedLessonTexts(tx, courseId)
  for (const { slug, order, texts: shippedTexts } of shipped) {
    const existing = stored.find((row) => row.slug === slug)
    const values = { courseId, slug, order, isShipped: true }
    const lessonId =
      existing && isSame(existing, values)
        ? existing.id
        : await saveLesson(tx, { ...values, ...headOf(shippedTexts.en) })
    const storedTexts = texts.filter((row) => row.lessonId === lessonId)
    await loadLessonTexts(tx, lessonId, shippedTexts, storedTexts)
  }
  await withdrawLessons(
    tx,
    courseId,
    shipped.map(({ slug }) => slug),
  )
  await recomputeCourse(tx, courseId)
}

async function loadLessonTexts(
  tx: Tx,
  lessonId: string,
  texts: Texts<LessonText>,
  stored: Awaited<ReturnType<typeof storedLessonTexts>>,
): Promise<void> {
  for (const language of LANGUAGES) {
    const text = texts[language]
    const existing = stored.find((row) => row.language === language)
    if (!text) {
      if (existing) await deleteShippedText(tx, lessonId, language)
      continue
    }
    if (existing && isStored(existing, text)) continue
    const { source, kind: _, part: __, ...columns } = text
    const row = { ...columns, content: source, shippedVersion: text.version, lessonId, language }
    if ((await saveShippedText(tx, row)) && language === "en") await updateLessonHead(tx, lessonId, headOf(text))
  }
}

export function headOf({ title, source, minutes, part, kind }: LessonText): LessonHead {
  return { title, content: source, duration: minutes, part, kind }
}

function isStored(row: Awaited<ReturnType<typeof storedLessonTexts>>[number], text: LessonText): boolean {
  return isSameText(row, text) && row.shippedVersion === text.version && isDeepStrictEqual(row.blocks, text.blocks)
}

interface Version {
  readonly version: string
  readonly sourceVersion: string | null
}

function isSameText(a: Version, b: Version): boolean {
  return a.version === b.version && a.sourceVersion === b.sourceVersion
}

function isSame(row: object, values: object): boolean {
  const stored = new Map(Object.entries(row))
  return Object.entries(values).every(([name, value]) => stored.get(name) === value)
}
