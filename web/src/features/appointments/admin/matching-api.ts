import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useMatchingApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"
import { refreshCalendar } from "./api.ts"

/** In ms: a tutor may answer while the session is open. */
const REFETCH_MS = 60_000

const keyOf = (id: string) => [...queryKey(routes.listAppointments), id, "matches"]

/** The tutors who fit a session, which may have changed, and the newest proposal. */
export function useMatches(id: string) {
  const { language } = useMatchingApp()
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => request(routes.listMatches, { params: { id } }, language),
    refetchInterval: REFETCH_MS,
  })
}

export function usePropose(id: string) {
  const { language } = useMatchingApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tutorId: string) => request(routes.proposeTutor, { params: { id }, body: { tutorId } }, language),
    onSettled: () => refreshCalendar(client),
  })
}
