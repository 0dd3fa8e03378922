import type { PgTable } from "drizzle-orm/pg-core"
import { v7 } from "uuid"
import { type SessionData, sessions } from "#features/accounts/table.ts"
import { notificationChoices, pushSubscriptions } from "#features/notifications/table.ts"
import type { Db } from "#platform/db/client.ts"
import { length, words } from "#platform/db/testing-violations.ts"
import type { Case, Row } from "#testing-appointment-constraints.ts"

const [SESSION, OTHER_SESSION] = ["e".repeat(64), "f".repeat(64)]

const DEVICE = {
  sid: SESSION,
  endpoint: "https://push.example/1",
  p256dh: "B".repeat(87),
  auth: "a".repeat(22),
  language: "fr",
  timeZone: "UTC",
} as const
const OTHER = { sid: OTHER_SESSION, endpoint: "https://push.example/2" }

const deviceOf = (userId: string) => ({ ...DEVICE, userId })

export async function insertSessions(db: Db): Promise<void> {
  const session = { sess: {} as SessionData, expire: new Date() }
  await db.insert(sessions).values([SESSION, OTHER_SESSION].map((sid) => ({ ...session, sid })))
}

async function insertRows(db: Db, userId: string): Promise<void> {
  await db.insert(pushSubscriptions).values(deviceOf(userId))
  await db.insert(notificationChoices).values({ userId, kinds: [] })
}

export const notificationRows = (user: string): readonly (readonly [PgTable, Row, Row])[] => [
  [pushSubscriptions, deviceOf(user), {}],
  [notificationChoices, { userId: user, kinds: ["sessions"] }, {}],
]

export const NOTIFICATION_CHECKS: Readonly<Record<string, Case>> = {
  push_subscriptions_endpoint_length: [pushSubscriptions, "endpoint", ...length(1, 1000)],
  push_subscriptions_p256dh_length: [pushSubscriptions, "p256dh", ...length(87, 87)],
  push_subscriptions_auth_length: [pushSubscriptions, "auth", ...length(22, 22)],
  push_subscriptions_language_known: [pushSubscriptions, "language", ...words("en", "fr", "ht", "es")],
  push_subscriptions_time_zone_length: [pushSubscriptions, "timeZone", ...length(1, 64)],
  notification_choices_kinds_known: [
    notificationChoices,
    "kinds",
    [["spam"]],
    [[], ["sessions", "replies", "reviews"]],
  ],
}

const unique = (user: string): Record<string, readonly [PgTable, Row, Row, Row]> => ({
  push_subscriptions_endpoint_unique: [pushSubscriptions, deviceOf(user), { sid: OTHER_SESSION }, OTHER],
  push_subscriptions_sid_unique: [pushSubscriptions, deviceOf(user), { endpoint: OTHER.endpoint }, OTHER],
})

const foreignKeys = (user: string): Record<string, readonly [PgTable, Row]> => ({
  push_subscriptions_user_id_users_id_fkey: [pushSubscriptions, deviceOf(v7())],
  push_subscriptions_sid_sessions_sid_fkey: [pushSubscriptions, { ...deviceOf(user), sid: "d".repeat(64) }],
  notification_choices_user_id_users_id_fkey: [notificationChoices, { userId: v7(), kinds: [] }],
})

async function readRows(db: Db): Promise<unknown[]> {
  return [...(await db.select().from(pushSubscriptions)), ...(await db.select().from(notificationChoices))]
}

export const notificationCases = { insertSessions, insertRows, readRows, unique, foreignKeys }
