import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { storedRead } from "#platform/offline/stored-read.ts"

export const USER_KEY = queryKey(routes.readUser)

/**
 * The signed-in user; status 401 means that nobody is signed in (spec §4). Without `isRead` it only watches, so that showing a
 * failure does not repeat the request.
 */
export const useUser = (isRead = true) =>
  useQuery({ ...storedRead(routes.readUser, useApp().language), enabled: isRead })
export const useProfile = () => useQuery(storedRead(routes.readProfile, useApp().language))
export const useOwnAppointments = () => useQuery(storedRead(routes.listOwnAppointments, useApp().language))

export function useLogout() {
  const { language } = useApp()
  return useMutation({ mutationFn: () => request(routes.logout, {}, language) })
}
