import type { NotificationDeviceId } from "@haitech/contract/ids"
import { LANGUAGES } from "@haitech/contract/languages"
import { ENDPOINT_LENGTH, NOTIFICATION_KINDS } from "@haitech/contract/notifications"
import { index, snakeCase, text, unique, uuid } from "drizzle-orm/pg-core"
import { sessions, users } from "#features/accounts/table.ts"
import { createdAt, id, lengthBetween, oneOf, subsetOf } from "#platform/db/columns.ts"

/** A browser that shows notifications, one per session: it ends with the session. The endpoint and keys are secrets. */
export const pushSubscriptions = snakeCase.table(
  "push_subscriptions",
  {
    id: id<NotificationDeviceId>(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sid: text()
      .notNull()
      .references(() => sessions.sid, { onDelete: "cascade" }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    timeZone: text().notNull(),
    createdAt: createdAt(),
  },
  (subscription) => [
    unique("push_subscriptions_endpoint_unique").on(subscription.endpoint),
    unique("push_subscriptions_sid_unique").on(subscription.sid),
    index("push_subscriptions_user").on(subscription.userId, subscription.createdAt),
    lengthBetween(subscription.endpoint, 1, ENDPOINT_LENGTH),
    lengthBetween(subscription.p256dh, 87, 87),
    lengthBetween(subscription.auth, 22, 22),
    oneOf(subscription.language, LANGUAGES),
    lengthBetween(subscription.timeZone, 1, 64),
  ],
)

export const notificationChoices = snakeCase.table(
  "notification_choices",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    kinds: text({ enum: NOTIFICATION_KINDS }).array().notNull(),
  },
  (choice) => [subsetOf(choice.kinds, NOTIFICATION_KINDS)],
)

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect
