import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import type { Protection } from "@haitech/contract/safeguarding"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useProtectionApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { request } from "#platform/http/request.ts"

export type ConsentRequest = InputOf<typeof routes.requestConsent>["body"]

export const useProtection = () => useQuery(read(routes.readProtection, useProtectionApp().language))

export const useSaveBirthYear = () =>
  useChange((birthYear: number, language) => request(routes.saveBirthYear, { body: { birthYear } }, language))

export const useRequestConsent = () =>
  useChange((body: ConsentRequest, language) => request(routes.requestConsent, { body }, language))

export const useEndConsent = () => useChange((_: undefined, language) => request(routes.endConsent, {}, language))

function useChange<Input>(
  change: (input: Input, language: ReturnType<typeof useProtectionApp>["language"]) => Promise<Protection>,
) {
  const { language } = useProtectionApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(input, language),
    onSuccess(protection) {
      client.setQueryData(read(routes.readProtection, language).queryKey, protection)
      // Which groups the member may join depends on it.
      void client.invalidateQueries({ queryKey: queryKey(routes.listStudyGroups) })
    },
  })
}
