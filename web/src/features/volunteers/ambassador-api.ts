import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAmbassadorApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { CallFailed, request } from "#platform/http/request.ts"

export const useAmbassador = () => useQuery(read(routes.readAmbassador, useAmbassadorApp().language))

/** `onStored` also runs if the component is gone by then. */
export function useNewCode(onStored?: () => void) {
  const { language } = useAmbassadorApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (was: string | null) => request(routes.createAmbassadorCode, { body: { was } }, language),
    onSuccess(ambassador) {
      client.setQueryData(read(routes.readAmbassador, language).queryKey, ambassador)
      onStored?.()
    },
    // Another tab made a code before.
    onError: () => client.invalidateQueries({ queryKey: queryKey(routes.readAmbassador) }),
  })
}

export const isRefused = (error: unknown) => error instanceof CallFailed && error.status === 403
