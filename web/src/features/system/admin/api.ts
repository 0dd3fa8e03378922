import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useSystemAdminApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** Each read asks a dozen servers, so it is not repeated by itself. */
export function useSystem() {
  const { language } = useSystemAdminApp()
  return useQuery({ ...read(routes.readSystem, language), refetchOnWindowFocus: false, refetchOnReconnect: false })
}

export function useBackup() {
  const { language } = useSystemAdminApp()
  return useMutation({ mutationFn: () => request(routes.startBackup, {}, language) })
}

export function useTestEmail() {
  const { language } = useSystemAdminApp()
  return useMutation({ mutationFn: () => request(routes.sendTestEmail, {}, language) })
}
