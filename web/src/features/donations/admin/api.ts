import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { createId } from "#platform/forms/create-id.ts"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

const DONATIONS = queryKey(routes.listDonations)
const STALE = [DONATIONS, ...[routes.readOverview, routes.listAudit].map(queryKey)]

export function useDonation(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...DONATIONS, id],
    queryFn: () => request(routes.readDonation, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
  })
}

export const useDonationMonths = () => useQuery(read(routes.listDonationMonths, useAdminApp().language))

export const useDifferences = () => useQuery(read(routes.listDonationDifferences, useAdminApp().language))

/** Marks a difference as checked. */
export function useSettleDifference() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const stale = [routes.listDonationDifferences, routes.listWaiting, routes.readOverview, routes.listAudit]
  return useMutation({
    mutationFn: (id: string) => request(routes.settleDonationDifference, { params: { id } }, language),
    onSettled: () => Promise.all(stale.map((route) => client.invalidateQueries({ queryKey: queryKey(route) }))),
  })
}

export function useRefund(id: string) {
  const { language } = useAdminApp()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.refundDonation>["body"]) =>
      request(routes.refundDonation, { params: { id }, body }, language),
    // After a failure too, because only the response may have got lost.
    onSettled: refresh,
  })
}

export function useStopMonthlyGift(id: string) {
  const { language } = useAdminApp()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => request(routes.stopMonthlyGift, { params: { id } }, language),
    onSettled: refresh,
  })
}

const DOCUMENTS = { receipt: routes.resendReceipt, statement: routes.resendStatement }
export type DonorDocument = keyof typeof DOCUMENTS

export function useResend(id: string) {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (document: DonorDocument) =>
      request(DOCUMENTS[document], { params: { id }, body: { id: createId() } }, language),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.listAudit) }),
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => void STALE.forEach((queryKey) => void client.invalidateQueries({ queryKey }))
}
