import * as z from "zod/mini"
import { CurrentUser, password, personFields, Role, Session } from "#accounts.ts"
import { UserId } from "#ids.ts"
import { LANGUAGES } from "#languages.ts"
import { BooleanInput, BooleanString, exportQuery, listQuery, openEnum, page } from "#lists.ts"
import { Download, route } from "#route.ts"
import { text } from "#text.ts"
import { Instant } from "#time.ts"

export const ADMIN_PASSWORD_LENGTH = 8
/** D3: the session ends after this long without a request. The page warns a little earlier. */
export const ADMIN_IDLE_MINUTES = 30

export const Admin = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Only while the account lacks the second factor that the site requires; once overdue, nothing else is open. */
  missingFactor: z.optional(z.object({ dueAt: Instant, isOverdue: z.boolean() })),
})
export type Admin = z.output<typeof Admin>

export const readAdminExists = route({
  method: "GET",
  path: "/api/admin/exists",
  access: "public",
  reply: z.object({ hasAdmin: z.boolean(), asksForCode: z.boolean() }),
})

/** spec §5 Setup. Creates the first administrator; in production it requires the code from the server's log (D3). */
export const setUpAdmin = route({
  method: "POST",
  path: "/api/admin/setup",
  access: "public",
  status: 201,
  body: z.strictObject({
    ...personFields,
    password: password(ADMIN_PASSWORD_LENGTH, "password.too_short_admin"),
    setupCode: z.optional(z.string("setup_code.wrong").check(z.trim(), z.maxLength(50, "setup_code.wrong"))),
  }),
  reply: z.object({ admin: Admin }),
})

export const loginAdmin = route({
  method: "POST",
  path: "/api/admin/login",
  access: "public",
  body: z.strictObject({
    username: text(254, { required: "username.required", tooLong: "login_name.too_long" }),
    password: password(1, "password.required"),
  }),
  /** With `secondFactor` nobody is signed in yet: one of these factors must follow within ten minutes. */
  reply: z.object({
    admin: Admin,
    secondFactor: z.optional(z.object({ app: z.boolean(), passkey: z.boolean() })),
  }),
})

export const logoutAdmin = route({
  method: "POST",
  path: "/api/admin/logout",
  access: "public",
  status: 204,
  reply: z.undefined(),
})

export const readAdminSession = route({ method: "GET", path: "/api/admin/session", access: "any-admin", reply: Admin })

/** D3: sends an email and responds alike for every name. Only `ADMIN_RESET_IN_REPLY`, for tests, fills the fields. */
export const forgotAdminPassword = route({
  method: "POST",
  path: "/api/admin/password/forgot",
  access: "public",
  status: 202,
  body: z.strictObject({
    usernameOrEmail: text(254, { required: "login_name.required", tooLong: "login_name.too_long" }),
  }),
  reply: z.object({ resetToken: z.optional(z.string()), userId: z.optional(UserId) }),
})

export const resetAdminPassword = route({
  method: "POST",
  path: "/api/admin/password/reset",
  access: "public",
  status: 204,
  body: z.strictObject({
    userId: z.string("user_id.required").check(z.minLength(1, "user_id.required"), z.uuid("id.invalid")),
    token: z.string("reset_token.required").check(z.minLength(1, "reset_token.required"), z.maxLength(100, "invalid")),
    newPassword: password(ADMIN_PASSWORD_LENGTH, "password.too_short_admin"),
  }),
  reply: z.undefined(),
})

export const changeAdminPassword = route({
  method: "POST",
  path: "/api/admin/change-password",
  access: "any-admin",
  status: 204,
  body: z.strictObject({
    currentPassword: password(1, "password.required"),
    newPassword: password(ADMIN_PASSWORD_LENGTH, "password.too_short_admin"),
  }),
  reply: z.undefined(),
})

export const UserRecord = z.object({
  ...CurrentUser.shape,
  approved: BooleanString,
  isRoleWaiting: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: Instant,
  lastLoginAt: z.nullable(Instant),
})
export type UserRecord = z.output<typeof UserRecord>

const userFilters = { role: z.optional(Role), approved: z.optional(BooleanInput) }
export const USER_SORTS = ["newest", "oldest", "name", "seen"] as const

export const listUsers = route({
  method: "GET",
  path: "/api/admin/users",
  access: "admin",
  query: listQuery(userFilters, USER_SORTS),
  list: true,
  reply: page(UserRecord),
})

export const exportUsers = route({
  method: "GET",
  path: "/api/admin/users/export",
  access: "admin",
  query: exportQuery(userFilters),
  reply: Download,
})

export const readUserRecord = route({
  method: "GET",
  path: "/api/admin/users/:id",
  access: "admin",
  params: z.object({ id: UserId }),
  reply: z.object({
    ...UserRecord.shape,
    hasSecondFactor: z.boolean(),
    sessions: z.array(z.omit(Session, { id: true, isCurrent: true })),
  }),
})

export const endUserSessions = route({
  method: "DELETE",
  path: "/api/admin/users/:id/sessions",
  access: "admin",
  status: 204,
  params: z.object({ id: UserId }),
  reply: z.undefined(),
})

/** spec §5 Admin role change. Who is not approved cannot sign in; `approved` also approves the role. One administrator stays. */
export const changeRole = route({
  method: "POST",
  path: "/api/admin/users/role",
  access: "admin",
  body: z.strictObject({
    userId: z.string("user_id.required").check(z.uuid("id.invalid")),
    role: Role,
    approved: BooleanInput,
    /** What the page showed: a mismatch is refused. Without it the last write wins. */
    was: z.optional(z.strictObject({ role: Role, approved: BooleanInput })),
  }),
  reply: UserRecord,
})

/**
 * An `application` is unanswered or late; the last message of a `chat` is the visitor's. `moving` is an approved session whose
 * open hour was closed, `consent` a minor's without a guardian's consent. A `case` shows no more than that it is open.
 */
export const WAITING_KINDS = [
  "contact",
  "session",
  "moving",
  "without_tutor",
  "consent",
  "chat",
  "report",
  "group_report",
  "case",
  "role",
  "application",
  "screening",
  "email",
  "difference",
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Stolen cards are being tried, or were (`endedAt`) in the last 24 hours. */
export const CardTesting = z.object({
  startedAt: Instant,
  endedAt: z.nullable(Instant),
  attempts: z.int(),
  declines: z.int(),
})
export type CardTesting = z.output<typeof CardTesting>

/** `waiting` counts up to `COUNT_LIMIT` + 1 of each kind. `donationsTotal` sums successful donations, in cents (D2). */
export const readOverview = route({
  method: "GET",
  path: "/api/admin/overview",
  access: "admin",
  reply: z.object({
    users: z.int(),
    contacts: z.int(),
    memberships: z.int(),
    donationsTotal: z.int(),
    chatMessages: z.int(),
    chatUnread: z.int(),
    waiting: z.record(z.enum(WAITING_KINDS), z.int()),
    cardTesting: z.optional(CardTesting),
  }),
})

/** `about` is the subject, the role, the kind or the state, `text` the message, the error, or an application's status. */
export const WaitingItem = z.object({
  id: z.uuid(),
  kind: openEnum(WAITING_KINDS),
  name: z.nullable(z.string()),
  about: z.nullable(z.string()),
  text: z.nullable(z.string()),
  language: z.nullable(z.enum(LANGUAGES)),
  startsAt: z.nullable(Instant),
  isUrgent: z.boolean(),
  unread: z.int(),
  since: Instant,
  /** Of a session: the tutor who declined its newest proposal. */
  declinedBy: z.nullable(z.string()),
})
export type WaitingItem = z.output<typeof WaitingItem>

export const listWaiting = route({
  method: "GET",
  path: "/api/admin/waiting",
  access: "admin",
  query: listQuery({ kind: z.optional(z.enum(WAITING_KINDS, "state.unknown")) }, ["oldest"]),
  list: true,
  reply: page(WaitingItem),
})
