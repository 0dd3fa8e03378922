import type { NotificationDevice, NotificationKind, NotificationSettings } from "@haitech/contract/notifications"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNotificationsApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { storedRead } from "#platform/offline/stored-read.ts"
import { NotificationsRefused, turnOn, unsubscribe } from "./device.ts"
import { rememberLater } from "./device-choice.ts"

export const useNotifications = () => useQuery(read(routes.readNotifications, useNotificationsApp().language))

/** Turns notifications on for this device, and says how it went. */
export function useTurnOn() {
  const { t, language, showToast, showFailure } = useNotificationsApp()
  const { data: user } = useQuery(storedRead(routes.readUser, language))
  const store = useStore()
  return useMutation({
    mutationFn: (publicKey: string) => turnOn({ publicKey, memberId: user?.id ?? "", language }),
    onSuccess(settings) {
      store(settings)
      showToast("success", t("notify.on_title"), t("notify.on"))
    },
    onError(error) {
      if (!(error instanceof NotificationsRefused)) return showFailure(error)
      const isBlocked = Notification.permission === "denied"
      showToast("failure", t("notify.failed_title"), t(isBlocked ? "notify.blocked" : "notify.failed"))
    },
  })
}

export function useChooseKinds() {
  const { language, showFailure } = useNotificationsApp()
  const store = useStore()
  return useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: "notification-kinds" },
    mutationFn: (kinds: NotificationKind[]) => request(routes.changeNotifications, { body: { kinds } }, language),
    onSuccess: store,
    onError: showFailure,
  })
}

export function useRemoveDevice() {
  const { t, language, showToast, showFailure } = useNotificationsApp()
  const client = useQueryClient()
  return useMutation({
    async mutationFn({ id, isCurrent }: NotificationDevice) {
      await request(routes.removeNotificationDevice, { params: { id } }, language)
      if (!isCurrent) return
      rememberLater()
      await unsubscribe().catch(() => undefined)
    },
    onSuccess: () => showToast("success", t("notify.removed_title"), t("notify.removed")),
    onError: showFailure,
    onSettled: () => client.invalidateQueries(read(routes.readNotifications, language)),
  })
}

function useStore() {
  const { language } = useNotificationsApp()
  const client = useQueryClient()
  return (settings: NotificationSettings) =>
    client.setQueryData(read(routes.readNotifications, language).queryKey, settings)
}
