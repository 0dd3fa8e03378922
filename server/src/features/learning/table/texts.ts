import { LESSON_LENGTH } from "@haitech/contract/admin/learning"
import { LANGUAGES } from "@haitech/contract/languages"
import type { Block } from "@haitech/contract/lessons"
import { integer, jsonb, primaryKey, snakeCase, text, uuid } from "drizzle-orm/pg-core"
import { courses, lessons } from "#features/learning/table.ts"
import { lengthBetween, maxLength, notEmpty, oneOf, updatedAt, valueBetween } from "#platform/db/columns.ts"

/** `version` names the text, `sourceVersion` the English text that it translates. `shippedVersion` is that of the file. */
export const courseTexts = snakeCase.table(
  "course_texts",
  {
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    language: text({ enum: LANGUAGES }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    parts: text().array().notNull(),
    about: text().notNull(),
    version: text().notNull(),
    sourceVersion: text(),
    shippedVersion: text(),
    updatedAt: updatedAt(),
  },
  (of) => [
    primaryKey({ columns: [of.courseId, of.language] }),
    oneOf(of.language, LANGUAGES),
    lengthBetween(of.title, 1, 100),
    maxLength(of.description, 300),
    notEmpty(of.version),
  ],
)

/**
 * `content` is the whole markdown with its front matter, `blocks` what it says. A text whose `version` is not its
 * `shippedVersion` was edited here: a new release of the file then waits.
 */
export const lessonTexts = snakeCase.table(
  "lesson_texts",
  {
    lessonId: uuid()
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    language: text({ enum: LANGUAGES }).notNull(),
    title: text().notNull(),
    goal: text().notNull(),
    minutes: integer().notNull(),
    content: text().notNull(),
    blocks: jsonb().$type<readonly Block[]>().notNull(),
    version: text().notNull(),
    sourceVersion: text(),
    shippedVersion: text(),
    updatedAt: updatedAt(),
  },
  (of) => [
    primaryKey({ columns: [of.lessonId, of.language] }),
    oneOf(of.language, LANGUAGES),
    lengthBetween(of.title, 1, 100),
    maxLength(of.goal, 300),
    valueBetween(of.minutes, 1, 60),
    notEmpty(of.version),
  ],
)

/** A text that is not published yet. `baseVersion` is that of the text which it will replace, null without one. */
export const lessonDrafts = snakeCase.table(
  "lesson_drafts",
  {
    lessonId: uuid()
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    language: text({ enum: LANGUAGES }).notNull(),
    content: text().notNull(),
    baseVersion: text(),
    version: uuid().notNull(),
    updatedAt: updatedAt(),
  },
  (of) => [
    primaryKey({ columns: [of.lessonId, of.language] }),
    oneOf(of.language, LANGUAGES),
    lengthBetween(of.content, 1, LESSON_LENGTH + 1),
  ],
)

export type CourseTextRow = typeof courseTexts.$inferSelect
export type LessonTextRow = typeof lessonTexts.$inferSelect
export type LessonDraftRow = typeof lessonDrafts.$inferSelect
