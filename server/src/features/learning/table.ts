import { COURSE_CATEGORIES, LESSON_KINDS } from "@haitech/contract/courses"
import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  snakeCase,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import {
  createdAt,
  fileAddress,
  id,
  instant,
  lengthBetween,
  maxLength,
  minValue,
  notEmpty,
  oneOf,
  updatedAt,
  valueBetween,
} from "#platform/db/columns.ts"

const SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"

/**
 * Administrators unpublish a course instead of deleting it, so that its learners keep their progress. `title` and
 * `description` are the English ones; `courseTexts` has every language.
 */
export const courses = snakeCase.table(
  "courses",
  {
    id: id(),
    slug: text().notNull().default(sql`gen_random_uuid()::text`),
    title: text().notNull(),
    description: text(),
    category: text({ enum: COURSE_CATEGORIES }).notNull(),
    position: integer().notNull().default(0),
    difficulty: text().notNull().default("beginner"),
    estimatedHours: integer().notNull().default(0),
    imageUrl: text(),
    isPublished: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (course) => [
    index("courses_newest").on(course.createdAt, course.id),
    unique("courses_slug_unique").on(course.slug),
    check("courses_slug_known", slugOf(course.slug)),
    minValue(course.position, 0),
    notEmpty(course.title),
    maxLength(course.description, 2000),
    oneOf(course.category, COURSE_CATEGORIES),
    notEmpty(course.difficulty),
    minValue(course.estimatedHours, 0),
    fileAddress(course.imageUrl),
  ],
)

/**
 * `duration` is in minutes. `order` is not unique within a course; lessons with the same order are sorted by id. `title`
 * and `content` are the English ones; `lessonTexts` has every language. Progress refers to lessons, so they are
 * unpublished, not deleted.
 */
export const lessons = snakeCase.table(
  "lessons",
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    slug: text().notNull().default(sql`gen_random_uuid()::text`),
    title: text().notNull(),
    content: text(),
    videoUrl: text(),
    order: integer().notNull().default(0),
    duration: integer().notNull().default(0),
    part: integer().notNull().default(1),
    kind: text({ enum: LESSON_KINDS }).notNull().default("text"),
    isPublished: boolean().notNull().default(true),
    isShipped: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (lesson) => [
    index("lessons_in_order").on(lesson.courseId, lesson.order, lesson.id),
    // The target of a composite foreign key, so that progress in a lesson cannot refer to another course.
    unique("lessons_of_course_unique").on(lesson.id, lesson.courseId),
    unique("lessons_slug_unique").on(lesson.courseId, lesson.slug),
    check("lessons_slug_known", slugOf(lesson.slug)),
    notEmpty(lesson.title),
    minValue(lesson.part, 1),
    oneOf(lesson.kind, LESSON_KINDS),
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
    index("user_course_progress_completed").on(progress.courseId).where(sql`${progress.completedAt} is not null`),
    valueBetween(progress.progressPercentage, 0, 100),
  ],
)

/** Computed from the member's events. `watchTime` is in seconds, `position` is the id of a block of the lesson. */
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
    position: text(),
    lastReadAt: instant(),
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
    lengthBetween(progress.position, 1, 60),
    check("user_lesson_progress_completed", sql`${progress.isCompleted} = (${progress.completedAt} is not null)`),
  ],
)

export const achievements = snakeCase.table(
  "achievements",
  {
    id: id(),
    code: text().notNull().default(sql`gen_random_uuid()::text`),
    title: text().notNull(),
    description: text(),
    iconUrl: text(),
    condition: text().notNull(),
    conditionValue: integer().notNull(),
    category: text(),
  },
  (achievement) => [
    unique("achievements_code_unique").on(achievement.code),
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

function slugOf(column: ExtraConfigColumn) {
  return sql`${column} ~ ${sql.raw(`'${SLUG}'`)} and char_length(${column}) <= 60`
}

export type CourseRow = typeof courses.$inferSelect
export type LessonRow = typeof lessons.$inferSelect
export type UserCourseProgressRow = typeof userCourseProgress.$inferSelect
export type UserLessonProgressRow = typeof userLessonProgress.$inferSelect
export type AchievementRow = typeof achievements.$inferSelect
export type UserAchievementRow = typeof userAchievements.$inferSelect
