import { sql } from "drizzle-orm"
import { boolean, check, foreignKey, index, integer, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  atLeast,
  atMost,
  between,
  createdAt,
  fileAddress,
  filled,
  id,
  instant,
  oneOf,
  updatedAt,
} from "#platform/db/columns.ts"

export const COURSE_CATEGORIES = ["coding", "languages", "cares"] as const

/** Withdrawn with `isPublished`, not deleted: the progress of its learners is theirs. */
export const courses = snakeCase.table(
  "courses",
  {
    id: id(),
    title: text().notNull(),
    description: text(),
    category: text({ enum: COURSE_CATEGORIES }).notNull(),
    difficulty: text().notNull().default("beginner"),
    estimatedHours: integer().notNull().default(0),
    imageUrl: text(),
    isPublished: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (course) => [
    index("courses_newest").on(course.createdAt, course.id),
    filled(course.title),
    atMost(course.description, 2000),
    oneOf(course.category, COURSE_CATEGORIES),
    filled(course.difficulty),
    atLeast(course.estimatedHours, 0),
    fileAddress(course.imageUrl),
  ],
)

/**
 * `duration` is in minutes. Two lessons of a course may share an `order` (its default is 0, and lessons change places):
 * the id decides between them.
 */
export const lessons = snakeCase.table(
  "lessons",
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    title: text().notNull(),
    content: text(),
    videoUrl: text(),
    order: integer().notNull().default(0),
    duration: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (lesson) => [
    index("lessons_in_order").on(lesson.courseId, lesson.order, lesson.id),
    // What the progress in a lesson refers to, so that it cannot name another course.
    unique("lessons_of_course_unique").on(lesson.id, lesson.courseId),
    filled(lesson.title),
    fileAddress(lesson.videoUrl),
    atLeast(lesson.duration, 0),
  ],
)

/** Being enrolled. `progressPercentage` is a summary of the lessons, recomputed. */
export const userCourseProgress = snakeCase.table(
  "user_course_progress",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: "restrict" }),
    enrolledAt: instant().notNull().defaultNow(),
    completedAt: instant(),
    progressPercentage: integer().notNull().default(0),
    lastAccessedAt: instant(),
  },
  (progress) => [
    unique("user_course_progress_once").on(progress.userId, progress.courseId),
    index("user_course_progress_course").on(progress.courseId),
    between(progress.progressPercentage, 0, 100),
  ],
)

/** `watchTime` is in seconds. */
export const userLessonProgress = snakeCase.table(
  "user_lesson_progress",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lessonId: uuid().notNull(),
    courseId: uuid().notNull(),
    completedAt: instant(),
    watchTime: integer().notNull().default(0),
    isCompleted: boolean().notNull().default(false),
  },
  (progress) => [
    foreignKey({
      name: "user_lesson_progress_lesson_fkey",
      columns: [progress.lessonId, progress.courseId],
      foreignColumns: [lessons.id, lessons.courseId],
    })
      .onDelete("cascade")
      .onUpdate("cascade"),
    unique("user_lesson_progress_once").on(progress.userId, progress.lessonId),
    index("user_lesson_progress_lesson").on(progress.lessonId, progress.courseId),
    index("user_lesson_progress_course").on(progress.userId, progress.courseId),
    atLeast(progress.watchTime, 0),
    check("user_lesson_progress_completed", sql`${progress.isCompleted} = (${progress.completedAt} is not null)`),
  ],
)

/** What can be earned: `conditionValue` times the `condition`. Not deleted once somebody has earned it. */
export const achievements = snakeCase.table(
  "achievements",
  {
    id: id(),
    title: text().notNull(),
    description: text(),
    iconUrl: text(),
    condition: text().notNull(),
    conditionValue: integer().notNull(),
    category: text(),
  },
  (achievement) => [
    filled(achievement.title),
    atMost(achievement.description, 2000),
    fileAddress(achievement.iconUrl),
    filled(achievement.condition),
    atLeast(achievement.conditionValue, 0),
  ],
)

export const userAchievements = snakeCase.table(
  "user_achievements",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    achievementId: uuid()
      .notNull()
      .references(() => achievements.id, { onDelete: "restrict" }),
    unlockedAt: instant().notNull().defaultNow(),
  },
  (earned) => [
    unique("user_achievements_once").on(earned.userId, earned.achievementId),
    index("user_achievements_achievement").on(earned.achievementId),
  ],
)

export type CourseRow = typeof courses.$inferSelect
export type LessonRow = typeof lessons.$inferSelect
export type UserCourseProgressRow = typeof userCourseProgress.$inferSelect
export type UserLessonProgressRow = typeof userLessonProgress.$inferSelect
export type AchievementRow = typeof achievements.$inferSelect
export type UserAchievementRow = typeof userAchievements.$inferSelect
