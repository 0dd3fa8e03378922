import type { TutorSettings } from "@haitech/contract/admin/tutors"
import type { Language } from "@haitech/contract/languages"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { fetchPage } from "#platform/http/fetch-page.ts"
import { request } from "#platform/http/request.ts"

const HOURS_SHOWN = "6"

export const useOwnTutor = () => useQuery(read(routes.readOwnTutor, useApp().language))
export const useTutorHours = () => useQuery(read(routes.readTutorHours, useApp().language))
export const useProofs = () => useQuery(read(routes.listOwnProofs, useApp().language))

export const useSaveSettings = () =>
  useTutorMutation((body: TutorSettings, language) => request(routes.saveOwnTutor, { body }, language))

/** Those of a pause before it is saved. */
export function usePausedSessions() {
  const { language } = useApp()
  return ({ pausedFrom, pausedUntil, timeZone }: TutorSettings) => {
    const until = pausedUntil ? { until: pausedUntil } : {}
    return request(routes.listPausedSessions, { query: { from: pausedFrom ?? "", timeZone, ...until } }, language)
  }
}

export function useOwnSlots() {
  const { language } = useApp()
  return useInfiniteQuery({
    queryKey: queryKey(routes.listOwnSlots),
    queryFn: ({ pageParam }) =>
      fetchPage(routes.listOwnSlots, { limit: HOURS_SHOWN, ...(pageParam && { cursor: pageParam }) }, language),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  })
}

export function useOwnSlot(id: string) {
  const { language } = useApp()
  return useQuery({
    queryKey: [...queryKey(routes.listOwnSlots), id],
    queryFn: () => request(routes.readOwnSlot, { params: { id } }, language),
  })
}

export const useOpenHours = () =>
  useTutorMutation((body: InputOf<typeof routes.createOwnSlots>["body"], language) =>
    request(routes.createOwnSlots, { body }, language),
  )

export const useCloseHour = (id: string) =>
  useTutorMutation((scope: "one" | "later", language) =>
    request(routes.closeOwnSlot, { params: { id }, query: { scope } }, language),
  )

export const useReopenHour = () =>
  useTutorMutation((id: string, language) =>
    request(routes.reopenOwnSlot, { params: { id }, body: { isAvailable: true } }, language),
  )

export const useReport = (id: string) =>
  useTutorMutation((body: InputOf<typeof routes.reportSession>["body"], language) =>
    request(routes.reportSession, { params: { id }, body }, language),
  )

export const useWithdraw = (id: string) =>
  useTutorMutation((startsAt: string, language) =>
    request(routes.withdrawFromSession, { params: { id }, body: { startsAt } }, language),
  )

export const useIssueProof = () =>
  useTutorMutation((body: InputOf<typeof routes.issueProof>["body"], language) =>
    request(routes.issueProof, { body }, language),
  )

/** Each change of a tutor can change each part of the page. */
function useTutorMutation<Input, Output>(send: (input: Input, language: Language) => Promise<Output>) {
  const { language } = useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => send(input, language),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.readOwnTutor) }),
  })
}
