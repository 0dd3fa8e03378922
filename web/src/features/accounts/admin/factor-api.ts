import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { confirmWithPasskey, createPasskey } from "#platform/http/passkeys.ts"
import { request } from "#platform/http/request.ts"
import { SESSION_KEY, useSetAdmin } from "./api.ts"

export const useFactors = () => useQuery(read(routes.readFactors, useAdminApp().language))

export function useSignInWithCode() {
  const { language } = useAdminApp()
  const setAdmin = useSetAdmin()
  return useMutation({
    mutationFn: (code: string) => request(routes.signInWithCode, { body: { code } }, language),
    onSuccess: ({ admin }) => setAdmin(admin),
  })
}

export function useSignInWithPasskey() {
  const { language } = useAdminApp()
  const setAdmin = useSetAdmin()
  return useMutation({
    async mutationFn() {
      const options = await request(routes.startPasskeySignIn, {}, language)
      const credential = await confirmWithPasskey(options)
      return request(routes.signInWithPasskey, { body: { credential } }, language)
    },
    onSuccess: ({ admin }) => setAdmin(admin),
  })
}

/** The changes of the own second factors; each refreshes the list. */
export function useFactorChanges() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const refresh = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change
    const keys = [routes.readFactors, routes.listAudit].map((route) => queryKey(route))
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: key })))
    return result
  }
  return {
    confirm: (currentPassword: string) => request(routes.confirmPassword, { body: { currentPassword } }, language),
    startApp: () => request(routes.startApp, {}, language),
    addApp: (code: string) => refresh(request(routes.addApp, { body: { code } }, language)),
    removeApp: () => refresh(request(routes.removeApp, {}, language)),
    async addPasskey(name: string) {
      const credential = await createPasskey(await request(routes.startPasskey, {}, language))
      return refresh(request(routes.addPasskey, { body: { name, credential } }, language))
    },
    renamePasskey: (id: string, name: string) =>
      refresh(request(routes.renamePasskey, { params: { id }, body: { name } }, language)),
    removePasskey: (id: string) => refresh(request(routes.removePasskey, { params: { id } }, language)),
    renewCodes: () => refresh(request(routes.renewRecoveryCodes, {}, language)),
    /** The session says whether a factor is missing. */
    refreshSession: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  }
}

export function useResetFactors() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { readonly id: string; readonly reason: string }) =>
      request(routes.resetFactors, { params: { id }, body: { reason } }, language),
    onSuccess: () => client.invalidateQueries({ queryKey: ["api", "admin"] }),
  })
}
