import { APPROVED_ROLES, PERSON_NAME_LENGTH, ROLES, USERNAME_LENGTH } from "@haitech/contract/accounts"
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
  createdAt,
  fileAddress,
  hashed,
  id,
  instant,
  lengthBetween,
  maxLength,
  oneOf,
  updatedAt,
  valueBetween,
} from "#platform/db/columns.ts"

export const LOGIN_PROVIDERS = ["haitech", "google"] as const

/** `googleId` is issuer and subject, because a subject is unique within one issuer only (spec §3). */
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
    roleApprovedAt: instant(),
    approved: boolean().notNull().default(true),
    isAdmin: boolean().notNull().default(false),
    adminSince: instant(),
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
    uniqueIndex("users_username_lookalikes").on(lookalikeKey(user.username)),
    unique("users_google_id_unique").on(user.googleId),
    index("users_newest").on(user.createdAt, user.id),
    index("users_by_name").on(nameSortKey(user), user.id),
    index("users_seen").on(lastSeenSortKey(user), user.id),
    index("users_role").on(user.role, user.createdAt, user.id),
    index("users_closed").on(user.createdAt, user.id).where(sql`not ${user.approved}`),
    index("users_waiting_roles").on(user.createdAt, user.id).where(waitingRole(user)),
    index("users_admins").on(user.id).where(sql`${user.isAdmin}`),
    lengthBetween(user.email, 1, EMAIL_LENGTH),
    lengthBetween(user.username, USERNAME_LENGTH.min, USERNAME_LENGTH.max),
    lengthBetween(user.firstName, 1, PERSON_NAME_LENGTH),
    lengthBetween(user.lastName, 1, PERSON_NAME_LENGTH),
    fileAddress(user.profileImageUrl),
    oneOf(user.loginProvider, LOGIN_PROVIDERS),
    oneOf(user.role, ROLES),
    maxLength(user.bio, BIO_LENGTH),
    maxLength(user.skills, SKILLS_LENGTH),
    maxLength(user.location, LOCATION_LENGTH),
    oneOf(user.language, LANGUAGES),
  ],
)

/** Characters that look like another one, each followed by that one (Unicode TS 39, "Confusable Detection"). */
const LOOKALIKES =
  "Il 0o 1l |l ıi ɑa ɡg " +
  "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX Іl ЈJ ЅS " +
  "αa γy ιi κk νv οo ρp υu χx ΑA ΒB ΕE ΖZ ΗH Ιl ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX"

/** User names that look alike have the same key, for example `PayPal`, `paypaI` and one with a Cyrillic `а`. */
export function lookalikeKey(username: Column | SQL): SQL {
  const pairs = LOOKALIKES.split(" ")
  const [from, to] = [0, 1].map((index) => sql.raw(`'${pairs.map((pair) => pair[index]).join("")}'`))
  return sql`replace(replace(lower(translate(normalize(${username}, NFKC), ${from}, ${to})), 'rn', 'm'), 'vv', 'w')`
}

export function waitingRole(user: Readonly<Record<"role" | "roleApprovedAt" | "approved", Column>>): SQL {
  const roles = sql.raw(APPROVED_ROLES.map((role) => `'${role}'`).join(", "))
  return sql`${user.role} in (${roles}) and ${user.roleApprovedAt} is null and ${user.approved}`
}

export function nameSortKey(user: { readonly firstName: Column; readonly lastName: Column }): SQL {
  return sql`fold(coalesce(${user.lastName}, '') || ' ' || coalesce(${user.firstName}, ''))`
}

export function lastSeenSortKey(user: { readonly lastLoginAt: Column }): SQL {
  return sql`coalesce(${user.lastLoginAt}, '-infinity')`
}

/** The JSON of a session (spec §3 `sess`). Times are ISO 8601; `device` names a browser and an operating system. */
export interface SessionData {
  readonly userId: string
  readonly kind: "member" | "admin"
  readonly by: (typeof LOGIN_PROVIDERS)[number]
  readonly beganAt: string
  readonly usedAt: string
  readonly device: string
  /** The device whose code began the session. */
  readonly movedFrom?: string
  readonly confirmedAt?: string
}

/** `sid` is the hash of the cookie's secret, so a leaked table gives access to no session (D3). */
export const sessions = snakeCase.table(
  "sessions",
  {
    sid: text().primaryKey(),
    sess: jsonb().$type<SessionData>().notNull(),
    expire: instant().notNull(),
  },
  (session) => [
    index("sessions_expire").on(session.expire),
    index("sessions_user").on(sql`(${session.sess} ->> 'userId')`),
    hashed(session.sid),
  ],
)

/** A right password that waits for the second factor. `challenge` is that of a passkey (WebAuthn), and works once. */
export const pendingSignIns = snakeCase.table(
  "pending_sign_ins",
  {
    sid: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    challenge: text(),
    expiresAt: instant().notNull(),
  },
  (signIn) => [
    index("pending_sign_ins_user").on(signIn.userId),
    index("pending_sign_ins_expires").on(signIn.expiresAt),
    hashed(signIn.sid),
    maxLength(signIn.challenge, 200),
  ],
)

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

export const MAX_CODE_ATTEMPTS = 5

/** Hashes only; the code's is keyed, because a million codes are quickly enumerated. `email` is the recipient. */
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
    lengthBetween(token.email, 1, EMAIL_LENGTH),
    hashed(token.tokenHash),
    hashed(token.codeHash),
    valueBetween(token.codeTries, 0, MAX_CODE_ATTEMPTS),
  ],
)

/** One code per person, of one session: it ends with that session. */
export const deviceCodes = snakeCase.table(
  "device_codes",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    sid: text()
      .notNull()
      .references(() => sessions.sid, { onDelete: "cascade" }),
    codeHash: text().notNull(),
    codeTries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (code) => [
    index("device_codes_sid").on(code.sid),
    index("device_codes_expires").on(code.expiresAt),
    hashed(code.codeHash),
    valueBetween(code.codeTries, 0, MAX_CODE_ATTEMPTS),
  ],
)

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect
export type PendingSignInRow = typeof pendingSignIns.$inferSelect
export type KnownDeviceRow = typeof knownDevices.$inferSelect
export type DeviceCodeRow = typeof deviceCodes.$inferSelect
export type PasswordResetTokenRow = typeof passwordResetTokens.$inferSelect
