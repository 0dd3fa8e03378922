import type { OpeningHours } from "@haitech/contract/admin/opening-hours"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useOpeningHoursApp } from "#platform/app/app.tsx"
import { read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** Read anew each time the page opens: another administrator may have changed them. */
export function useOpeningHours() {
  const { language } = useOpeningHoursApp()
  return useQuery({ ...read(routes.readOpeningHours, language), staleTime: 0 })
}

export function useSaveOpeningHours() {
  const { language } = useOpeningHoursApp()
  const client = useQueryClient()
  const options = read(routes.readOpeningHours, language)
  return {
    ...useMutation({
      mutationFn: (body: OpeningHours) => request(routes.saveOpeningHours, { body }, language),
      onSuccess: (saved) => client.setQueryData(options.queryKey, saved),
    }),
    readCurrent: () => client.fetchQuery({ ...options, staleTime: 0 }),
  }
}
