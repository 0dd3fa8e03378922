import * as z from "zod/mini"
import { COURSE_CATEGORIES, LESSON_KINDS } from "#courses.ts"
import { CourseId, LessonId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { Block } from "#lessons.ts"
import { listQuery, openEnum, page } from "#lists.ts"
import { route } from "#route.ts"
import { storable, text } from "#text.ts"
import { Instant } from "#time.ts"

export const LESSON_LENGTH = 60_000

export const TEXT_STATES = ["missing", "outdated", "ready"] as const

const Language = z.enum(LANGUAGES, "invalid")
const isPublished = z.boolean("invalid")
const CourseParams = z.object({ id: CourseId })
const LessonParams = z.object({ id: LessonId })
const TextParams = z.object({ id: LessonId, language: Language })

/** How many of the published lessons have a text in `language`. `edited` counts those that were changed on the site. */
export const CourseCoverage = z.object({
  language: z.enum(LANGUAGES),
  ready: z.int(),
  outdated: z.int(),
  missing: z.int(),
  edited: z.int(),
})
export type CourseCoverage = z.output<typeof CourseCoverage>

export const CourseRecord = z.object({
  id: CourseId,
  slug: z.string(),
  title: z.string(),
  category: openEnum(COURSE_CATEGORIES),
  difficulty: z.string(),
  isPublished: z.boolean(),
  lessonCount: z.int(),
  /** Like `completed`, at most `COUNT_LIMIT` + 1. */
  learners: z.int(),
  completed: z.int(),
  coverage: z.array(CourseCoverage),
  updatedAt: Instant,
})
export type CourseRecord = z.output<typeof CourseRecord>

export const LessonTextState = z.object({
  language: z.enum(LANGUAGES),
  state: openEnum(TEXT_STATES),
  isEdited: z.boolean(),
  hasDraft: z.boolean(),
})
export type LessonTextState = z.output<typeof LessonTextState>

export const LessonRecord = z.object({
  id: LessonId,
  slug: z.string(),
  title: z.string(),
  order: z.int(),
  part: z.int(),
  duration: z.int(),
  kind: openEnum(LESSON_KINDS),
  isPublished: z.boolean(),
  opened: z.int(),
  completed: z.int(),
  /** Where learners who have not completed it stopped: ids of blocks, most learners first. */
  stops: z.array(z.object({ position: z.string(), learners: z.int() })),
  hardest: z.nullable(z.object({ exerciseId: z.string(), failed: z.int(), learners: z.int() })),
  texts: z.array(LessonTextState),
})
export type LessonRecord = z.output<typeof LessonRecord>

export const listCourseRecords = route({
  method: "GET",
  path: "/api/admin/courses",
  access: "admin",
  query: listQuery({ category: z.optional(z.enum(COURSE_CATEGORIES, "invalid")) }, ["position", "newest"]),
  list: true,
  reply: page(CourseRecord),
})

export const readCourseRecord = route({
  method: "GET",
  path: "/api/admin/courses/:id",
  access: "admin",
  params: CourseParams,
  reply: z.extend(CourseRecord, { lessons: z.array(LessonRecord) }),
})

export const changeCourse = route({
  method: "PATCH",
  path: "/api/admin/courses/:id",
  access: "admin",
  params: CourseParams,
  body: z.strictObject({ isPublished }),
  reply: z.object({ id: CourseId, isPublished: z.boolean() }),
})

export const changeLesson = route({
  method: "PATCH",
  path: "/api/admin/lessons/:id",
  access: "admin",
  params: LessonParams,
  body: z.strictObject({ isPublished }),
  reply: z.object({ id: LessonId, isPublished: z.boolean() }),
})

const Draft = z.object({
  content: z.string(),
  version: z.uuid(),
  /** The published text has changed since the draft was begun. */
  isOutdated: z.boolean(),
  updatedAt: Instant,
})

/** `content` and `version` are null where the lesson has no text in the language yet. `source` is the English text of a translation. */
export const LessonTextRecord = z.extend(LessonTextState, {
  lessonId: LessonId,
  lessonTitle: z.string(),
  lessonSlug: z.string(),
  courseId: CourseId,
  courseSlug: z.string(),
  content: z.nullable(z.string()),
  version: z.nullable(z.string()),
  source: z.nullable(z.string()),
  updatedAt: z.nullable(Instant),
  draft: z.nullable(Draft),
})
export type LessonTextRecord = z.output<typeof LessonTextRecord>

export const readLessonText = route({
  method: "GET",
  path: "/api/admin/lessons/:id/texts/:language",
  access: "admin",
  params: TextParams,
  reply: LessonTextRecord,
})

const content = text(LESSON_LENGTH, { required: "content.required", tooLong: "content.too_long" })
/** Of the draft and of the text that the form was loaded with, null without one. With an older version a save is `record.changed`. */
const version = z.optional(z.nullable(z.uuid("id.invalid")))
const textVersion = z.optional(z.nullable(z.string("invalid").check(storable(), z.maxLength(100, "invalid"))))

export const saveLessonDraft = route({
  method: "PUT",
  path: "/api/admin/lessons/:id/texts/:language/draft",
  access: "admin",
  longBody: true,
  params: TextParams,
  body: z.strictObject({ content, version, textVersion }),
  reply: LessonTextRecord,
})

export const deleteLessonDraft = route({
  method: "DELETE",
  path: "/api/admin/lessons/:id/texts/:language/draft",
  access: "admin",
  params: TextParams,
  query: z.strictObject({ version: z.optional(z.uuid("id.invalid")) }),
  reply: LessonTextRecord,
})

/** The draft becomes the text. `isUpToDate`: this translation says what the English text says now. */
export const publishLessonDraft = route({
  method: "POST",
  path: "/api/admin/lessons/:id/texts/:language/publication",
  access: "admin",
  params: TextParams,
  body: z.strictObject({ version, textVersion, isUpToDate: z._default(z.boolean("invalid"), false) }),
  reply: LessonTextRecord,
})

/** What the page of a lesson would show, or what is wrong with its text: in English, for authors. Stores nothing. */
export const previewLesson = route({
  method: "POST",
  path: "/api/admin/lesson-previews",
  access: "admin",
  longBody: true,
  body: z.strictObject({ content }),
  reply: z.object({
    lesson: z.nullable(
      z.object({ title: z.string(), goal: z.string(), minutes: z.int(), part: z.int(), blocks: z.array(Block) }),
    ),
    problem: z.nullable(z.object({ line: z.nullable(z.int()), message: z.string() })),
  }),
})
