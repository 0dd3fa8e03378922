import * as z from "zod/mini"
import { CourseId, LessonId } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"

export const COURSE_CATEGORIES = ["coding", "languages", "cares"] as const
export type CourseCategory = (typeof COURSE_CATEGORIES)[number]
export const LESSON_KINDS = ["text", "code"] as const

/** Texts are in the language of the request, else in English; `language` says which. */
export const Course = z.object({
  id: CourseId,
  slug: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  category: openEnum(COURSE_CATEGORIES),
  difficulty: z.string(),
  estimatedHours: z.int(),
  imageUrl: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  languages: z.array(z.enum(LANGUAGES)),
  lessonCount: z.int(),
  minutes: z.int(),
})
export type Course = z.output<typeof Course>

/** `duration` is in minutes, `part` counts the course's `parts` from 1. */
export const CourseLesson = z.object({
  id: LessonId,
  slug: z.string(),
  title: z.string(),
  order: z.int(),
  part: z.int(),
  duration: z.int(),
  kind: openEnum(LESSON_KINDS),
  language: z.enum(LANGUAGES),
})
export type CourseLesson = z.output<typeof CourseLesson>

export const CourseDetail = z.extend(Course, {
  about: z.string(),
  parts: z.array(z.string()),
  lessons: z.array(CourseLesson),
})
export type CourseDetail = z.output<typeof CourseDetail>

export const listCourses = route({
  method: "GET",
  path: "/api/courses",
  access: "public",
  compressed: true,
  reply: z.array(Course),
})

export const readCourse = route({
  method: "GET",
  path: "/api/courses/:id",
  access: "public",
  compressed: true,
  params: z.object({ id: CourseId }),
  reply: CourseDetail,
})
