import { EMAIL_LENGTH } from "@haitech/contract/text"
import { sql } from "drizzle-orm"
import { boolean, index, jsonb, snakeCase, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { atMost, createdAt, fileAddress, fits, hashed, id, instant, oneOf, updatedAt } from "#platform/db/columns.ts"

/** §6. Only an administrator gives the last one. */
export const ROLES = ["student", "volunteer", "mentor", "ambassador", "admin"] as const
export const LOGIN_PROVIDERS = ["haitech", "google"] as const

/**
 * Who can sign in (§3). Someone who came by Google has no password, and may have no user name and only one name. E-mails
 * and user names are compared without case (D9).
 */
export const users = snakeCase.table(
  "users",
  {
    id: id(),
    email: text().notNull(),
    username: text(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    passwordHash: text(),
    loginProvider: text({ enum: LOGIN_PROVIDERS }).notNull().default("haitech"),
    googleId: text(),
    role: text({ enum: ROLES }).notNull().default("student"),
    approved: boolean().notNull().default(true),
    isAdmin: boolean().notNull().default(false),
    bio: text(),
    skills: text(),
    location: text(),
    lastLoginAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (user) => [
    uniqueIndex("users_email_unique").on(sql`lower(${user.email})`),
    uniqueIndex("users_username_unique").on(sql`lower(${user.username})`),
    unique("users_google_id_unique").on(user.googleId),
    index("users_newest").on(user.createdAt, user.id),
    fits(user.email, 1, EMAIL_LENGTH),
    fits(user.username, 3, 30),
    fits(user.firstName, 1, 50),
    fits(user.lastName, 1, 50),
    fileAddress(user.profileImageUrl),
    oneOf(user.loginProvider, LOGIN_PROVIDERS),
    oneOf(user.role, ROLES),
    atMost(user.bio, 500),
    atMost(user.skills, 200),
    atMost(user.location, 100),
  ],
)

/** Who is signed in. `sid` is the hash of the cookie's secret: a leaked table opens no session (D3). */
export const sessions = snakeCase.table(
  "sessions",
  {
    sid: text().primaryKey(),
    sess: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    expire: instant().notNull(),
  },
  (session) => [index("sessions_expire").on(session.expire), hashed(session.sid)],
)

/** A link that was mailed. Only its hash is kept; it works once and not for long. */
export const passwordResetTokens = snakeCase.table(
  "password_reset_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (token) => [
    unique("password_reset_tokens_token_hash_unique").on(token.tokenHash),
    index("password_reset_tokens_user").on(token.userId),
    hashed(token.tokenHash),
  ],
)

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect
export type PasswordResetTokenRow = typeof passwordResetTokens.$inferSelect
