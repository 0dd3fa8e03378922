import type { Session } from "@haitech/contract/accounts"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { endOwnSession } from "#platform/app/single-page.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { dropStoredReplies } from "#platform/offline/stored-replies.ts"
import { useStoreProfile } from "./change-profile.ts"

// The calls of the profile page only. The dashboard loads `api.ts` at its start, and this module with the page.

const LOOK_MS = 5000

/** Looks again and again while `isWaiting` for another session. */
export function useSessions(isWaiting: (sessions: readonly Session[]) => boolean = () => false) {
  const refetchInterval = ({ state }: { readonly state: { readonly data: readonly Session[] | undefined } }) =>
    isWaiting(state.data ?? []) && LOOK_MS
  return useQuery({ ...read(routes.listSessions, useApp().language), refetchInterval })
}

export function useCreateDeviceCode() {
  const { language } = useApp()
  return useMutation({ mutationFn: () => request(routes.createDeviceCode, {}, language) })
}

export function useDeleteDeviceCode() {
  const { language } = useApp()
  return useMutation({ mutationFn: () => request(routes.deleteDeviceCodes, {}, language) })
}

export function useUploadPicture() {
  const { language } = useApp()
  const client = useQueryClient()
  const storeProfile = useStoreProfile()
  return useMutation({
    mutationFn: (image: File) => request(routes.uploadPicture, { body: { image } }, language),
    onSuccess: ({ profileImageUrl }) => {
      const cached = client.getQueryData(read(routes.readProfile, language).queryKey)
      if (cached) storeProfile({ ...cached, profileImageUrl })
    },
  })
}

export function useChangePassword() {
  const { language } = useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.changePassword>["body"]) =>
      request(routes.changePassword, { body }, language),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKey(routes.listSessions) }),
  })
}

export function useEndSession() {
  const { language } = useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(routes.endSession, { params: { id } }, language),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.listSessions) }),
  })
}

export function useEndSessions() {
  const { language } = useApp()
  return useMutation({
    async mutationFn() {
      await request(routes.endSessions, {}, language)
      await dropStoredReplies()
    },
  })
}

/** `onSuccess` also runs if the dialog has been closed in the meantime. */
export function useDeleteUser(onSuccess: () => void) {
  const { language } = useApp()
  const client = useQueryClient()
  return useMutation({
    async mutationFn(body: InputOf<typeof routes.deleteUser>["body"]) {
      await endOwnSession(client, () => request(routes.deleteUser, { body }, language))
      await dropStoredReplies()
    },
    onSuccess,
  })
}
