import type { CaseFile, SafeguardingStaff } from "@haitech/contract/admin/safeguarding"
import type { UserId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useSafeguardingAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

const fileKey = (id: string) => [...queryKey(routes.readCase), id]

export function useCase(id: string) {
  const { language } = useSafeguardingAdminApp()
  return useQuery({ queryKey: fileKey(id), queryFn: () => request(routes.readCase, { params: { id } }, language) })
}

export const useAddEntry = (id: string) =>
  useCaseChange((text: string, language) => request(routes.addCaseEntry, { params: { id }, body: { text } }, language))

export const useChangeCase = (id: string, state: "open" | "closed") =>
  useCaseChange((reason: string, language) =>
    request(routes.changeCase, { params: { id }, body: { state, reason } }, language),
  )

function useCaseChange(change: (text: string, language: Language) => Promise<CaseFile>) {
  const { language } = useSafeguardingAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => change(text, language),
    onSuccess: (file) => client.setQueryData(fileKey(file.id), file),
    onSettled: () => client.invalidateQueries({ queryKey: queryKey(routes.listCases) }),
  })
}

export const useStaff = () => useQuery(read(routes.listSafeguardingStaff, useSafeguardingAdminApp().language))

export function useNameStaff() {
  const { language } = useSafeguardingAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isNamed }: { readonly id: UserId; readonly isNamed: boolean }) =>
      request(routes.nameSafeguardingStaff, { params: { id }, body: { isNamed } }, language),
    onSuccess(staff: SafeguardingStaff) {
      client.setQueryData(read(routes.listSafeguardingStaff, language).queryKey, staff)
      void client.invalidateQueries({ queryKey: queryKey(routes.listCases) })
    },
  })
}

export function useUserConsent(id: UserId) {
  const { language } = useSafeguardingAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.readUserConsent), id],
    queryFn: () => request(routes.readUserConsent, { params: { id } }, language),
  })
}
