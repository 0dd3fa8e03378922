import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** In ms: the server reads the external calendar every ten minutes. */
const REFETCH_MS = 5 * 60_000

export function useCalendarDifferences() {
  const { language } = useAdminApp()
  return useQuery({ ...read(routes.listCalendarDifferences, language), refetchInterval: REFETCH_MS })
}

/** `onSuccess` is also called when the difference has left the page by then. */
export function useSettleCalendarDifference(id: string, onSuccess: (take: "ours" | "calendar") => void) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (take: "ours" | "calendar") =>
      request(routes.settleCalendarDifference, { params: { id }, body: { take } }, language),
    onSuccess: (_session, take) => onSuccess(take),
    // Moves or cancels the session, so that every list and count may change.
    onSettled: () => client.invalidateQueries({ queryKey: ["api", "admin"] }),
  })
}

export function useCreateFeed() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(routes.createCalendarFeed, {}, language),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.readCalendar) }),
  })
}

export function useDeleteFeed() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(routes.deleteCalendarFeed, {}, language),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.readCalendar) }),
  })
}
