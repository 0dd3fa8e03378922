import type { Language } from "@haitech/contract/languages"
import type { NotificationSettings } from "@haitech/contract/notifications"
import { routes } from "@haitech/contract/routes"
import { request } from "#platform/http/request.ts"
import { startWorker } from "#platform/offline/worker.ts"
import { rememberOn } from "./device-choice.ts"

export class NotificationsRefused extends Error {
  override readonly name = "NotificationsRefused"
}

interface Device {
  readonly publicKey: string
  readonly memberId: string
  readonly language: Language
}

/**
 * Asks for the browser's permission, so it is called by a tap only.
 * @throws {NotificationsRefused} and what `request` throws
 */
export async function turnOn({ publicKey, memberId, language }: Device): Promise<NotificationSettings> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotificationsRefused()
  const registration = await startWorker()
  const { endpoint, keys } = (await subscribe(registration, publicKey)).toJSON()
  const { p256dh = "", auth = "" } = keys ?? {}
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const body = { endpoint: endpoint ?? "", keys: { p256dh, auth }, timeZone }
  const settings = await request(routes.addNotificationDevice, { body }, language)
  rememberOn(memberId, language)
  return settings
}

/** A failure is tried again with the next page. */
export async function renew(memberId: string, language: Language): Promise<void> {
  const { publicKey } = await request(routes.readNotifications, {}, language)
  if (publicKey) await turnOn({ publicKey, memberId, language })
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

async function subscribe(registration: ServiceWorkerRegistration | null, publicKey: string): Promise<PushSubscription> {
  if (!registration) throw new NotificationsRefused()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await registration.pushManager.subscribe(options)
  } catch (error) {
    const existing = await registration.pushManager.getSubscription()
    if (!existing) throw new NotificationsRefused("the browser refused", { cause: error })
    // It has another key of the site.
    await existing.unsubscribe()
    return registration.pushManager.subscribe(options)
  }
}
