import { LEARNING_PROGRAMS, NOTIFICATIONS, STUDY_TIMES } from "@haitech/contract/members"
import { bytea, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "#features/accounts/table.ts"
import { bothOrNeither, createdAt, id, subsetOf } from "#platform/db/columns.ts"

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
    subsetOf(preferences.programs, LEARNING_PROGRAMS),
    subsetOf(preferences.studyTimes, STUDY_TIMES),
    subsetOf(preferences.notifications, NOTIFICATIONS),
  ],
)

/** Without `small` and `large` the bucket of `FILES_TO` has the picture. */
export const profilePictures = snakeCase.table(
  "profile_pictures",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    small: bytea(),
    large: bytea(),
    createdAt: createdAt(),
  },
  (picture) => [unique("profile_pictures_user_unique").on(picture.userId), bothOrNeither(picture.small, picture.large)],
)

export type LearningPreferencesRow = typeof learningPreferences.$inferSelect
export type ProfilePictureRow = typeof profilePictures.$inferSelect
