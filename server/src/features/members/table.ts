import { LEARNING_PROGRAMS, NOTIFICATIONS, STUDY_TIMES } from "@haitech/contract/members"
import { bytea, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { createdAt, id, onlyOf } from "#platform/db/columns.ts"

/** §2 Profile, "learning preferences". Who never chose has no row. */
export const learningPreferences = snakeCase.table(
  "learning_preferences",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    programs: text({ enum: LEARNING_PROGRAMS }).array().notNull().default([]),
    studyTimes: text({ enum: STUDY_TIMES }).array().notNull().default([]),
    notifications: text({ enum: NOTIFICATIONS }).array().notNull().default(["sessions", "courses"]),
  },
  (preferences) => [
    onlyOf(preferences.programs, LEARNING_PROGRAMS),
    onlyOf(preferences.studyTimes, STUDY_TIMES),
    onlyOf(preferences.notifications, NOTIFICATIONS),
  ],
)

/**
 * The picture of a member, in WebP and two sizes. In the database, because there it is the same for every process, is
 * in every backup, and goes with its member in one transaction; with some 20 KB it is no burden.
 */
export const profilePictures = snakeCase.table(
  "profile_pictures",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    small: bytea().notNull(),
    large: bytea().notNull(),
    createdAt: createdAt(),
  },
  (picture) => [unique("profile_pictures_user_unique").on(picture.userId)],
)

export type LearningPreferencesRow = typeof learningPreferences.$inferSelect
export type ProfilePictureRow = typeof profilePictures.$inferSelect
