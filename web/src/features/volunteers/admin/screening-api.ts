import type { Screening } from "@haitech/contract/admin/screening"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import type { ScreeningStep } from "@haitech/contract/screening"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useScreeningAdminApp } from "#platform/app/app.tsx"
import { queryKey } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

type UserId = Screening["userId"]

const keyOf = (userId: string | null) => [...queryKey(routes.listScreenings), userId]

export function useScreening(userId: string | null) {
  const { language } = useScreeningAdminApp()
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => request(routes.readScreening, { params: { userId: userId as UserId } }, language),
    enabled: userId !== null,
  })
}

type NewRecord = InputOf<typeof routes.recordScreening>["body"] & { readonly step: ScreeningStep }

export const useRecordStep = (userId: UserId) =>
  useChange(({ step, ...body }: NewRecord, language) =>
    request(routes.recordScreening, { params: { userId, step }, body }, language),
  )

export const useConfirmStep = () =>
  useChange((id: string, language) => request(routes.confirmScreening, { params: { id } }, language))

export const useWithdrawStep = (id: string) =>
  useChange((reason: string, language) =>
    request(routes.withdrawScreening, { params: { id }, body: { reason } }, language),
  )

const STALE = [
  routes.listScreenings,
  routes.listWaiting,
  routes.readOverview,
  routes.listTutors,
  routes.listMentors,
  routes.listGroupRecords,
  routes.listAudit,
].map(queryKey)

/** The reply is the person's screening, which the lists and the history also show. */
function useChange<Input>(
  change: (input: Input, language: ReturnType<typeof useScreeningAdminApp>["language"]) => Promise<Screening>,
) {
  const { language } = useScreeningAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(input, language),
    onSuccess: (screening) => client.setQueryData(keyOf(screening.userId), screening),
    // After a failure too, because only the response may have got lost.
    onSettled: () => Promise.all(STALE.map((stale) => client.invalidateQueries({ queryKey: stale }))),
  })
}
