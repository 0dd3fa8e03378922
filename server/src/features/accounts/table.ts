import { PERSON_NAME_LENGTH, ROLES, USERNAME_LENGTH } from "@haitech/contract/accounts"
import { LANGUAGES } from "@haitech/contract/languages"
import { BIO_LENGTH, LOCATION_LENGTH, SKILLS_LENGTH } from "@haitech/contract/members"
import { EMAIL_LENGTH } from "@haitech/contract/text"
import { type Column, type SQL, sql } from "drizzle-orm"
import {
  boolean,
  index,
  integer,
  jsonb,
  primaryKey,
  snakeCase,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import {
  atMost,
  between,
  createdAt,
  fileAddress,
  fits,
  hashed,
  id,
  instant,
  oneOf,
  updatedAt,
} from "#platform/db/columns.ts"

export const LOGIN_PROVIDERS = ["haitech", "google"] as const

/**
 * Who can sign in (§3). Someone who came by Google has no password, and may have no user name and only one name. E-mails
 * and user names are compared without case (D9). `googleId` is Google's name for the person with the issuer before it:
 * a number alone is unique within one issuer only. `emailVerifiedAt` says when somebody showed that the mailbox is
 * theirs; `language` is that of their letters.
 */
export const users = snakeCase.table(
  "users",
  {
    id: id(),
    email: text().notNull(),
    emailVerifiedAt: instant(),
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
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    lastLoginAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (user) => [
    uniqueIndex("users_email_unique").on(sql`lower(${user.email})`),
    uniqueIndex("users_username_unique").on(sql`lower(${user.username})`),
    unique("users_google_id_unique").on(user.googleId),
    index("users_newest").on(user.createdAt, user.id),
    index("users_by_name").on(byName(user), user.id),
    index("users_seen").on(seenAt(user), user.id),
    index("users_role").on(user.role, user.createdAt, user.id),
    index("users_closed").on(user.createdAt, user.id).where(sql`not ${user.approved}`),
    index("users_admins").on(user.id).where(sql`${user.isAdmin}`),
    fits(user.email, 1, EMAIL_LENGTH),
    fits(user.username, USERNAME_LENGTH.min, USERNAME_LENGTH.max),
    fits(user.firstName, 1, PERSON_NAME_LENGTH),
    fits(user.lastName, 1, PERSON_NAME_LENGTH),
    fileAddress(user.profileImageUrl),
    oneOf(user.loginProvider, LOGIN_PROVIDERS),
    oneOf(user.role, ROLES),
    atMost(user.bio, BIO_LENGTH),
    atMost(user.skills, SKILLS_LENGTH),
    atMost(user.location, LOCATION_LENGTH),
    oneOf(user.language, LANGUAGES),
  ],
)

/** By what a list of users is ordered when it is ordered by name. */
export function byName(user: { readonly firstName: Column; readonly lastName: Column }): SQL {
  return sql`fold(coalesce(${user.lastName}, '') || ' ' || coalesce(${user.firstName}, ''))`
}

/** When somebody was here last; long ago for who never was. */
export function seenAt(user: { readonly lastLoginAt: Column }): SQL {
  return sql`coalesce(${user.lastLoginAt}, '-infinity')`
}

/** What is known of a session (§3 `sess`). Times are ISO 8601; `device` is a browser and a system by name. */
export interface SessionFacts {
  readonly userId: string
  readonly kind: "member" | "admin"
  /** How the person showed who they are. */
  readonly by: (typeof LOGIN_PROVIDERS)[number]
  readonly beganAt: string
  readonly usedAt: string
  readonly device: string
}

/** Who is signed in. `sid` is the hash of the cookie's secret: a leaked table opens no session (D3). */
export const sessions = snakeCase.table(
  "sessions",
  {
    sid: text().primaryKey(),
    sess: jsonb().$type<SessionFacts>().notNull(),
    expire: instant().notNull(),
  },
  (session) => [
    index("sessions_expire").on(session.expire),
    index("sessions_user").on(sql`(${session.sess} ->> 'userId')`),
    hashed(session.sid),
  ],
)

/** Browsers a person has signed in from: a sign-in from another one is told by mail. */
export const knownDevices = snakeCase.table(
  "known_devices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    deviceHash: text().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (device) => [
    primaryKey({ columns: [device.userId, device.deviceHash] }),
    index("known_devices_last_seen").on(device.lastSeenAt),
    hashed(device.deviceHash),
  ],
)

/** How often the code of one letter may be tried. */
export const CODE_TRIES = 5

/**
 * A link that was sent by email, and the six digits beside it. The table holds only their hashes (that of the digits is
 * keyed: there are too few of them). They work once and not for long, and a user has one such email at a time. `email` is
 * the address it went to: the link proves that this mailbox is the user's, and no other. Rows of the release before have
 * none and open nothing.
 */
export const passwordResetTokens = snakeCase.table(
  "password_reset_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    email: text(),
    tokenHash: text().notNull(),
    codeHash: text().notNull(),
    codeTries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: createdAt(),
  },
  (token) => [
    unique("password_reset_tokens_token_hash_unique").on(token.tokenHash),
    unique("password_reset_tokens_user_unique").on(token.userId),
    fits(token.email, 1, EMAIL_LENGTH),
    hashed(token.tokenHash),
    hashed(token.codeHash),
    between(token.codeTries, 0, CODE_TRIES),
  ],
)

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect
export type KnownDeviceRow = typeof knownDevices.$inferSelect
export type PasswordResetTokenRow = typeof passwordResetTokens.$inferSelect
