import * as z from "zod/mini"
import { COURSE_CATEGORIES } from "./courses.ts"
import { CourseId, LessonId } from "./ids.ts"
import { LANGUAGES } from "./languages.ts"
import { Exercise, ExerciseId } from "./lessons.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { storable, text } from "./text.ts"
import { Instant } from "./time.ts"

/** A JSON body has at most 1,000 fields and items. */
export const EVENT_BATCH = 50
export const QUESTION_LENGTH = 1000

/** spec §7: `progressPercentage` is a numeric string (D2). */
export const CourseProgress = z.object({
  courseId: CourseId,
  progressPercentage: z.string(),
  enrolledAt: Instant,
  completedAt: z.nullable(Instant),
  lastAccessedAt: z.nullable(Instant),
})
export type CourseProgress = z.output<typeof CourseProgress>

export const readProgress = route({
  method: "GET",
  path: "/api/user/progress",
  access: "member",
  reply: z.array(CourseProgress),
})

export const enrol = route({
  method: "POST",
  path: "/api/courses/:id/enrol",
  access: "member",
  status: 201,
  params: z.object({ id: CourseId }),
  reply: CourseProgress,
})

/** What happened on a device, which makes the id. It is sent once or many times, in any order, and counts once. */
const event = {
  id: z.uuid("id.invalid"),
  lessonId: LessonId,
  /** By the device's clock; a time in the future counts as now. */
  at: Instant,
}
const Seconds = z._default(z.int("invalid").check(z.minimum(0, "invalid"), z.maximum(14_400, "invalid")), 0)

export const LearningEvent = z.discriminatedUnion("kind", [
  /** The lesson was opened, or read up to `position`, the id of a block of its page. */
  z.strictObject({
    ...event,
    kind: z.literal("lesson.read"),
    position: z.optional(z.string("invalid").check(z.regex(/^[a-z0-9-]{1,60}$/, "invalid"))),
  }),
  z.strictObject({
    ...event,
    kind: z.literal("exercise.answered"),
    exerciseId: ExerciseId,
    isCorrect: z.boolean("invalid"),
    isReview: z._default(z.boolean("invalid"), false),
  }),
  /** `language` is that of the text that was read; `seconds` is the time spent in the lesson. */
  z.strictObject({
    ...event,
    kind: z.literal("lesson.completed"),
    language: z.enum(LANGUAGES, "invalid"),
    seconds: Seconds,
  }),
])
export type LearningEvent = z.output<typeof LearningEvent>

/** Unknown lessons are left out: `stored` has the ids of the events that are in the database now, however often sent. */
export const appendEvents = route({
  method: "POST",
  path: "/api/learning/events",
  access: "member",
  longBody: true,
  body: z.strictObject({
    events: z.array(LearningEvent, "invalid").check(z.minLength(1, "invalid"), z.maxLength(EVENT_BATCH, "invalid")),
  }),
  reply: z.object({
    stored: z.array(z.uuid()),
    earned: z.array(z.string()),
  }),
})

export const LessonProgress = z.object({
  lessonId: LessonId,
  courseId: CourseId,
  isCompleted: z.boolean(),
  completedAt: z.nullable(Instant),
  watchTime: z.int(),
  position: z.nullable(z.string()),
  lastReadAt: z.nullable(Instant),
})
export type LessonProgress = z.output<typeof LessonProgress>

export const ExerciseResult = z.object({
  exerciseId: z.string(),
  tries: z.int(),
  isCorrect: z.boolean(),
})
export type ExerciseResult = z.output<typeof ExerciseResult>

export const listLessonProgress = route({
  method: "GET",
  path: "/api/courses/:id/progress",
  access: "member",
  params: z.object({ id: CourseId }),
  reply: z.array(LessonProgress),
})

export const readLessonProgress = route({
  method: "GET",
  path: "/api/lessons/:id/progress",
  access: "member",
  params: z.object({ id: LessonId }),
  reply: z.extend(LessonProgress, { exercises: z.array(ExerciseResult) }),
})

/** D2. Like an event `lesson.completed` of a device without an id of its own. A completed lesson stays completed. */
export const changeLessonProgress = route({
  method: "PUT",
  path: "/api/lessons/:id/progress",
  access: "member",
  params: z.object({ id: LessonId }),
  body: z.strictObject({ isCompleted: z.literal(true, "invalid"), watchTime: Seconds }),
  reply: LessonProgress,
})

export const LearningSummary = z.object({
  /** The lesson to go on with: the one read last in a course that is not finished, else the first of a new course. */
  next: z.nullable(
    z.object({
      courseId: CourseId,
      courseSlug: z.string(),
      courseTitle: z.string(),
      category: openEnum(COURSE_CATEGORIES),
      lessonSlug: z.string(),
      lessonTitle: z.string(),
      lessonNumber: z.int(),
      lessonCount: z.int(),
      completedLessons: z.int(),
      minutes: z.int(),
      language: z.enum(LANGUAGES),
      position: z.nullable(z.string()),
    }),
  ),
  dueReviews: z.int(),
  /** The last seven days of the site's time zone, oldest first: `date`, and what the member finished on it. */
  week: z.array(z.object({ date: z.string(), lessons: z.int(), answers: z.int() })),
  completedLessons: z.int(),
  completedCourses: z.int(),
  seconds: z.int(),
})
export type LearningSummary = z.output<typeof LearningSummary>

export const readLearningSummary = route({
  method: "GET",
  path: "/api/learning/summary",
  access: "member",
  reply: LearningSummary,
})

/** An exercise that is due, oldest first; at most ten. Programs are not reviewed. */
export const ReviewItem = z.object({
  lessonId: LessonId,
  lessonTitle: z.string(),
  courseSlug: z.string(),
  lessonSlug: z.string(),
  language: z.enum(LANGUAGES),
  exercise: Exercise,
  dueAt: Instant,
})
export type ReviewItem = z.output<typeof ReviewItem>

export const listReviews = route({
  method: "GET",
  path: "/api/learning/reviews",
  access: "member",
  compressed: true,
  reply: z.array(ReviewItem),
})

/** "I'm stuck": the question and the last tries become a message of the chat. Sent again, the same `id` is the same question. */
export const askForHelp = route({
  method: "POST",
  path: "/api/lessons/:id/help",
  access: "member",
  status: 201,
  params: z.object({ id: LessonId }),
  body: z.strictObject({
    id: z.uuid("id.invalid"),
    exerciseId: z.optional(ExerciseId),
    language: z.enum(LANGUAGES, "invalid"),
    question: text(QUESTION_LENGTH, { required: "message.required", tooLong: "message.too_long" }),
    tries: z._default(
      z
        .array(z.string("invalid").check(storable(), z.maxLength(2000, "invalid")), "invalid")
        .check(z.maxLength(3, "invalid")),
      [],
    ),
  }),
  reply: z.object({ id: z.uuid(), createdAt: Instant }),
})
