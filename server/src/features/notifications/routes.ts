import {
  addNotificationDevice,
  changeNotifications,
  readNotifications,
  removeNotificationDevice,
} from "@haitech/contract/notifications"
import type { Deps } from "#deps.ts"
import { handle } from "#platform/http/handle.ts"
import { addDevice, chooseKinds, readSettings, removeDevice } from "./service/devices.ts"

export const notificationRoutes = (deps: Deps) => [
  handle(readNotifications, ({ actor }) => readSettings(deps, actor)),
  handle(changeNotifications, ({ actor, body }) => chooseKinds(deps, actor, body.kinds)),
  handle(addNotificationDevice, ({ actor, body, language }) => addDevice(deps, actor, body, language)),
  handle(removeNotificationDevice, async ({ actor, params }) => {
    await removeDevice(deps, actor, params.id)
    return undefined
  }),
]
