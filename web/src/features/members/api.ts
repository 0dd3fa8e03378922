import type { Profile } from "@haitech/contract/members"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

export const USER_KEY = queryKey(routes.readUser)

/** The signed-in user; status 401 means that nobody is signed in (spec §4). */
export const useUser = () => useQuery(read(routes.readUser, useApp().language))
export const useProfile = () => useQuery(read(routes.readProfile, useApp().language))
export const useOwnAppointments = () => useQuery(read(routes.listOwnAppointments, useApp().language))

export function useMessages() {
  const { language } = useApp()
  return useQuery({
    queryKey: queryKey(routes.listChatMessages),
    queryFn: () => request(routes.listChatMessages, { query: {} }, language),
  })
}

export function useNewestArticle() {
  const { language } = useApp()
  return useQuery({
    queryKey: queryKey(routes.listPosts),
    queryFn: () => request(routes.listPosts, { query: { limit: "1" } }, language),
  })
}

export function useLogout() {
  const { language } = useApp()
  return useMutation({ mutationFn: () => request(routes.logout, {}, language) })
}

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

/** Updates both queries, because the profile contains the user. */
export function useStoreProfile() {
  const { language } = useApp()
  const client = useQueryClient()
  return (profile: Profile) => {
    client.setQueryData(read(routes.readProfile, language).queryKey, profile)
    client.setQueryData(read(routes.readUser, language).queryKey, profile)
  }
}
