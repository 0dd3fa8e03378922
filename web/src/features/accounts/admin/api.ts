import type { Admin } from "@haitech/contract/admin/accounts"
import type { InputOf } from "@haitech/contract/route"
import { routes } from "@haitech/contract/routes"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { queryKey, read } from "#platform/http/calls.ts"
import { proofFor } from "#platform/http/proof-of-work.ts"
import { request } from "#platform/http/request.ts"
import { claimDrafts, clearDrafts } from "#platform/offline/drafts.ts"

const OFFER_KEY = ["factor-offer"]
export const SESSION_KEY = queryKey(routes.readAdminSession)

/** Whether an administrator exists; otherwise the page offers setup instead of login (spec §4). */
export const useAdminExists = () => useQuery(read(routes.readAdminExists, useAdminApp().language))
/** The signed-in administrator; null after signing out. Status 401 or 403 means that nobody is signed in. */
export function useAdmin() {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: SESSION_KEY,
    async queryFn(): Promise<Admin | null> {
      const admin = await request(routes.readAdminSession, {}, language)
      claimDrafts(admin.id)
      return admin
    },
  })
}

export function useKeepAlive() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return () => void client.invalidateQueries(read(routes.readAdminSession, language))
}

/** Reloads on mount and every `interval` ms, also in background tabs, because the tab title shows a count. */
export const useOverview = (interval: number | false = false) =>
  useQuery({
    ...read(routes.readOverview, useAdminApp().language),
    staleTime: 0,
    refetchInterval: interval,
    refetchIntervalInBackground: true,
  })

/** Sends a failed email again. */
export function useRetryJob() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(routes.retryJob, { params: { id } }, language),
    onSettled: () =>
      Promise.all(
        [routes.listWaiting, routes.readOverview, routes.listAudit].map((route) =>
          client.invalidateQueries({ queryKey: queryKey(route) }),
        ),
      ),
  })
}

export function useUserRecord(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: [...queryKey(routes.listUsers), id],
    queryFn: () => request(routes.readUserRecord, { params: { id: id ?? "" } }, language),
    enabled: id !== null,
  })
}

/** Returns a function that sets the signed-in administrator and removes the cached data of the previous one. */
export function useSetAdmin() {
  const client = useQueryClient()
  return (admin: Admin | null) => {
    // A second sign-out must not cancel the queries of the login page.
    if (admin === null && client.getQueryData(SESSION_KEY) === null) return
    if (admin) claimDrafts(admin.id)
    client.removeQueries({ predicate: ({ queryKey }) => queryKey.join("/") !== SESSION_KEY.join("/") })
    client.setQueryData(SESSION_KEY, admin)
  }
}

export function useSetUp() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  const setAdmin = useSetAdmin()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.setUpAdmin>["body"]) => request(routes.setUpAdmin, { body }, language),
    onSuccess({ admin }) {
      setAdmin(admin)
      client.setQueryData(OFFER_KEY, true)
    },
  })
}

/** Whether this page has just created the administrator: the second factor is the next step. */
export const useFactorOffer = () =>
  useQuery({ queryKey: OFFER_KEY, queryFn: () => false, initialData: false, enabled: false }).data

export function useLogin() {
  const { language } = useAdminApp()
  const setAdmin = useSetAdmin()
  return useMutation({
    mutationFn: async (body: InputOf<typeof routes.loginAdmin>["body"]) => {
      try {
        return await request(routes.loginAdmin, { body }, language)
      } catch (failure) {
        const headers = await proofFor(failure)
        if (!headers) throw failure
        return request(routes.loginAdmin, { body }, language, { headers })
      }
    },
    /** With `secondFactor` nobody is signed in yet. */
    onSuccess: ({ admin, secondFactor }) => secondFactor ?? setAdmin(admin),
  })
}

/** Signs out even if the request fails (spec §3). Drafts survive an idle timeout only (D3). */
export function useLogoutAdmin() {
  const { language } = useAdminApp()
  const setAdmin = useSetAdmin()
  return useMutation({
    mutationFn: (_reason: "user" | "idle") => request(routes.logoutAdmin, {}, language),
    onSettled: (_reply, _failure, reason) => {
      if (reason === "user") clearDrafts()
      setAdmin(null)
    },
  })
}

export function useForgotAdmin() {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: (usernameOrEmail: string) =>
      request(routes.forgotAdminPassword, { body: { usernameOrEmail } }, language),
  })
}

export function useResetAdmin() {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.resetAdminPassword>["body"]) =>
      request(routes.resetAdminPassword, { body }, language),
  })
}

export function useChangeAdminPassword() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.changeAdminPassword>["body"]) =>
      request(routes.changeAdminPassword, { body }, language),
    onSuccess: () => void client.invalidateQueries({ queryKey: queryKey(routes.listAudit) }),
  })
}

export function useChangeRole() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof routes.changeRole>["body"]) => request(routes.changeRole, { body }, language),
    // After a refusal too: somebody else may have changed the user.
    onSettled: () => client.invalidateQueries({ queryKey: ["api", "admin"] }),
  })
}

export function useEndUserSessions() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(routes.endUserSessions, { params: { id } }, language),
    onSuccess: () => client.invalidateQueries({ queryKey: ["api", "admin"] }),
  })
}
