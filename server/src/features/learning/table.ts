import { sql } from "drizzle-orm"
import { boolean, check, foreignKey, index, integer, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  createdAt,
  fileAddress,
  id,
  instant,
  maxLength,
  minValue,
  notEmpty,
  oneOf,
  updatedAt,
  valueBetween,
} from "#platform/db/columns.ts"

export const COURSE_CATEGORIES = ["coding", "languages", "cares"] as const

/** Administrators unpublish a course instead of deleting it, so that its learners keep their progress. */
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
    notEmpty(course.title),
    maxLength(course.description, 2000),
    oneOf(course.category, COURSE_CATEGORIES),
    notEmpty(course.difficulty),
    minValue(course.estimatedHours, 0),
    fileAddress(course.imageUrl),
  ],
)

/** `duration` is in minutes. `order` is not unique within a course; lessons with the same order are sorted by id. */
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
    // The target of a composite foreign key, so that progress in a lesson cannot refer to another course.
    unique("lessons_of_course_unique").on(lesson.id, lesson.courseId),
    notEmpty(lesson.title),
    fileAddress(lesson.videoUrl),
    minValue(lesson.duration, 0),
  ],
)

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
    valueBetween(progress.progressPercentage, 0, 100),
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
    minValue(progress.watchTime, 0),
    check("user_lesson_progress_completed", sql`${progress.isCompleted} = (${progress.completedAt} is not null)`),
  ],
)

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
    notEmpty(achievement.title),
    maxLength(achievement.description, 2000),
    fileAddress(achievement.iconUrl),
    notEmpty(achievement.condition),
    minValue(achievement.conditionValue, 0),
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
  (unlocked) => [
    unique("user_achievements_once").on(unlocked.userId, unlocked.achievementId),
    index("user_achievements_achievement").on(unlocked.achievementId),
  ],
)

export type CourseRow = typeof courses.$inferSelect
export type LessonRow = typeof lessons.$inferSelect
export type UserCourseProgressRow = typeof userCourseProgress.$inferSelect
export type UserLessonProgressRow = typeof userLessonProgress.$inferSelect
export type AchievementRow = typeof achievements.$inferSelect
export type UserAchievementRow = typeof userAchievements.$inferSelect
