import type { Profile } from "@haitech/contract/members"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

// The calls of the profile page only. The dashboard loads `api.ts` at its start, and this module with the page.

export const useSessions = () => useQuery(read(routes.listSessions, useApp().language))

/** Changes the profile and stores the server's version of it. */
export function useChangeProfile() {
  const { language } = useApp()
  const storeProfile = useStoreProfile()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.changeProfile>["body"]) =>
      request(routes.changeProfile, { body }, language),
    onSuccess: storeProfile,
  })
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

/** Updates both queries, because the profile contains the user. */
function useStoreProfile() {
  const { language } = useApp()
  const client = useQueryClient()
  return (profile: Profile) => {
    client.setQueryData(read(routes.readProfile, language).queryKey, profile)
    client.setQueryData(read(routes.readUser, language).queryKey, profile)
  }
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
  return useMutation({ mutationFn: () => request(routes.endSessions, {}, language) })
}

/** `onSuccess` also runs if the dialog has been closed in the meantime. */
export function useDeleteUser(onSuccess: () => void) {
  const { language } = useApp()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.deleteUser>["body"]) => request(routes.deleteUser, { body }, language),
    onSuccess,
  })
}
