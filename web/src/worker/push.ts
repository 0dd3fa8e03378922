import type { PushMessage } from "@haitech/contract/notifications"

declare const self: ServiceWorkerGlobalScope

const ICON = "/icon-192.png"

/** Browsers take back the permission of a site that shows nothing, so a reply is shown even to an open page, and closed. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const message = data?.json() as PushMessage | undefined
  if (!message) return
  const { kind, title, body, path, tag, language } = message
  await self.registration.showNotification(title, { body, tag, lang: language, icon: ICON, data: path })
  if (kind !== "replies" || !(await windows()).some(({ visibilityState }) => visibilityState === "visible")) return
  for (const shown of await self.registration.getNotifications({ tag })) shown.close()
}

/** Goes to the page where it is open, so that nothing that is being written elsewhere is left. */
export async function openNotified(notification: Notification): Promise<void> {
  notification.close()
  const { origin } = self.location
  const target = new URL(String(notification.data), origin)
  if (target.origin !== origin) return
  const open = (await windows()).find(({ url }) => new URL(url).pathname === target.pathname)
  if (!open) return void (await self.clients.openWindow(target.href))
  const page = await open.focus()
  if (target.hash) await page.navigate(target.href).catch(() => null)
}

function windows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true })
}
