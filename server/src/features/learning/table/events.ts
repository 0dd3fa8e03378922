import { LANGUAGES } from "@haitech/contract/languages"
import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { lessons } from "#features/learning/table.ts"
import { createdAt, instant, lengthBetween, minValue, oneOf, valueBetween } from "#platform/db/columns.ts"

export const EVENT_KINDS = ["lesson.read", "exercise.answered", "lesson.completed"] as const

/**
 * What happened on the members' devices, only ever added to. The device makes the `id`; sent again it is the same row.
 * Progress, results and achievements are computed from these rows, with the same result in any order.
 */
export const learningEvents = snakeCase.table(
  "learning_events",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    lessonId: uuid().notNull(),
    courseId: uuid().notNull(),
    exerciseId: text(),
    isCorrect: boolean(),
    isReview: boolean().notNull().default(false),
    position: text(),
    language: text({ enum: LANGUAGES }),
    seconds: integer().notNull().default(0),
    /** By the device's clock, never later than `createdAt`. */
    occurredAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (event) => [
    primaryKey({ columns: [event.userId, event.id] }),
    foreignKey({
      name: "learning_events_lesson_fkey",
      columns: [event.lessonId, event.courseId],
      foreignColumns: [lessons.id, lessons.courseId],
    }).onDelete("restrict"),
    index("learning_events_lesson").on(event.lessonId, event.courseId),
    index("learning_events_of_user").on(event.userId, event.lessonId, event.occurredAt),
    oneOf(event.kind, EVENT_KINDS),
    oneOf(event.language, LANGUAGES),
    lengthBetween(event.exerciseId, 1, 60),
    lengthBetween(event.position, 1, 60),
    valueBetween(event.seconds, 0, 14_400),
    check(
      "learning_events_answer",
      sql`(${event.kind} = 'exercise.answered') = (${event.exerciseId} is not null and ${event.isCorrect} is not null)`,
    ),
  ],
)

/** When an exercise comes back in the review: the state of the algorithm (FSRS), null until it has a first answer. */
export interface ReviewCard {
  readonly stability: number
  readonly difficulty: number
  readonly reps: number
  readonly lapses: number
}

/** Computed from the events: one row per exercise that the member has answered, or word that is to be reviewed. */
export const exerciseResults = snakeCase.table(
  "exercise_results",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    lessonId: uuid().notNull(),
    courseId: uuid().notNull(),
    exerciseId: text().notNull(),
    tries: integer().notNull().default(0),
    isCorrect: boolean().notNull().default(false),
    isFirstTryCorrect: boolean().notNull().default(false),
    /** Programs are not reviewed, and count for achievements of their own. */
    isProgram: boolean().notNull().default(false),
    lastAnsweredAt: instant(),
    dueAt: instant(),
    card: jsonb().$type<ReviewCard>(),
  },
  (result) => [
    primaryKey({ columns: [result.userId, result.lessonId, result.exerciseId] }),
    foreignKey({
      name: "exercise_results_lesson_fkey",
      columns: [result.lessonId, result.courseId],
      foreignColumns: [lessons.id, lessons.courseId],
    }).onDelete("cascade"),
    index("exercise_results_lesson").on(result.lessonId, result.courseId),
    index("exercise_results_due").on(result.userId, result.dueAt).where(sql`${result.dueAt} is not null`),
    lengthBetween(result.exerciseId, 1, 60),
    minValue(result.tries, 0),
  ],
)

export type LearningEventRow = typeof learningEvents.$inferSelect
export type ExerciseResultRow = typeof exerciseResults.$inferSelect
