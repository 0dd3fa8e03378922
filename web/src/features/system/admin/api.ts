import type { SentEmails } from "@haitech/contract/admin/emails"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useAdminApp, useSystemAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** Each read asks a dozen servers, so it is not repeated by itself. */
export function useSystem() {
  const { language } = useSystemAdminApp()
  return useQuery({ ...read(routes.readSystem, language), refetchOnWindowFocus: false, refetchOnReconnect: false })
}

export function useWebVitals() {
  const { language } = useSystemAdminApp()
  return useQuery(read(routes.readWebVitals, language))
}

export function useBackup() {
  const { language } = useSystemAdminApp()
  return useMutation({ mutationFn: () => request(routes.startBackup, {}, language) })
}

export function useTestEmail() {
  const { language } = useSystemAdminApp()
  return useMutation({ mutationFn: () => request(routes.sendTestEmail, {}, language) })
}

export type EmailRoute =
  | typeof routes.listUserEmails
  | typeof routes.listMembershipEmails
  | typeof routes.listContactEmails

/** Read anew each time it is shown: emails are sent without this page. */
export function useSentEmails(route: EmailRoute, id: string) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(route), id],
    queryFn: () => request<{ params: { id: string } }, SentEmails>(route, { params: { id } }, language),
    staleTime: 0,
  })
}
