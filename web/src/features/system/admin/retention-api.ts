import type { RetentionKind } from "@haitech/contract/retention"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useRetentionApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

/** Read anew each time the page opens, because the cleanup deletes rows meanwhile. */
export function useRetention() {
  return useQuery({ ...read(routes.listRetention, useRetentionApp().language), staleTime: 0 })
}

interface Period {
  readonly version: number
  readonly period: number
}

export function useSaveRetention(kind: RetentionKind) {
  const { language } = useRetentionApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Period) => request(routes.saveRetention, { params: { kind }, body }, language),
    // After a refusal too: another administrator may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.listRetention) }),
  })
}

/** How many rows a period would delete today. */
export function useRetentionCount(kind: RetentionKind, period: number) {
  const { language } = useRetentionApp()
  return useQuery({
    queryKey: [...queryKey(routes.listRetention), kind, "count", period],
    queryFn: () => request(routes.countRetention, { params: { kind }, query: { period: String(period) } }, language),
    staleTime: 0,
  })
}
