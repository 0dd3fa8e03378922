import * as z from "zod/mini"
import { NotificationDeviceId } from "./ids.ts"
import { openEnum } from "./lists.ts"
import { route } from "./route.ts"
import { Instant, TimeZone } from "./time.ts"

export const NOTIFICATION_KINDS = ["sessions", "replies", "reviews"] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export const NOTIFICATION_DEVICES = 10
export const ENDPOINT_LENGTH = 1000

const Keys = z.strictObject({
  p256dh: z.string("invalid").check(z.regex(/^B[\w-]{86}$/, "invalid")),
  auth: z.string("invalid").check(z.regex(/^[\w-]{22}$/, "invalid")),
})

export const NotificationDevice = z.object({
  id: NotificationDeviceId,
  name: z.string(),
  isCurrent: z.boolean(),
  createdAt: Instant,
})
export type NotificationDevice = z.output<typeof NotificationDevice>

export const NotificationSettings = z.object({
  publicKey: z.nullable(z.string()),
  kinds: z.array(openEnum(NOTIFICATION_KINDS)),
  devices: z.array(NotificationDevice),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const readNotifications = route({
  method: "GET",
  path: "/api/user/notifications",
  access: "member",
  reply: NotificationSettings,
})

export const changeNotifications = route({
  method: "PATCH",
  path: "/api/user/notifications",
  access: "member",
  body: z.strictObject({
    kinds: z.pipe(
      z
        .array(z.enum(NOTIFICATION_KINDS, "invalid"), "invalid")
        .check(z.maxLength(NOTIFICATION_KINDS.length, "invalid")),
      z.transform((input) => NOTIFICATION_KINDS.filter((kind) => input.includes(kind))),
    ),
  }),
  reply: NotificationSettings,
})

export const addNotificationDevice = route({
  method: "POST",
  path: "/api/user/notifications/devices",
  access: "member",
  status: 201,
  body: z.strictObject({
    endpoint: z.string("invalid").check(
      z.maxLength(ENDPOINT_LENGTH, "invalid"),
      z.refine((input) => isEndpoint(input), "invalid"),
    ),
    keys: Keys,
    timeZone: TimeZone,
  }),
  reply: NotificationSettings,
})

export const removeNotificationDevice = route({
  method: "DELETE",
  path: "/api/user/notifications/devices/:id",
  access: "member",
  status: 204,
  params: z.object({ id: NotificationDeviceId }),
  reply: z.undefined(),
})

/** What the service worker shows; `path` is an address of this site. A later one with the same `tag` replaces it. */
export interface PushMessage {
  readonly kind: NotificationKind
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
  readonly language: string
}

function isEndpoint(input: string): boolean {
  return /^https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)+\/[!-~]*$/i.test(input)
}
