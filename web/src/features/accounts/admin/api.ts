import type {
  Admin,
  changeAdminPassword,
  changeRole,
  endUserSessions,
  forgotAdminPassword,
  loginAdmin,
  logoutAdmin,
  readAdminExists,
  readAdminSession,
  readOverview,
  readUserRecord,
  resetAdminPassword,
  setUpAdmin,
} from "@haitech/contract/admin/accounts"
import type { Sent } from "@haitech/contract/route"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useAdminApp } from "#platform/app/app.tsx"
import { call, read } from "#platform/http/calls.ts"
import { proofFor } from "#platform/http/proof-of-work.ts"
import { request } from "#platform/http/request.ts"
import { claimDrafts, clearDrafts } from "#platform/offline/drafts.ts"

const EXISTS = call<typeof readAdminExists>("GET", "/api/admin/exists")
const SESSION = call<typeof readAdminSession>("GET", "/api/admin/session")
export const SESSION_KEY = SESSION.path.slice(1).split("/")
const SETUP = call<typeof setUpAdmin>("POST", "/api/admin/setup")
const LOGIN = call<typeof loginAdmin>("POST", "/api/admin/login")
const LOGOUT = call<typeof logoutAdmin>("POST", "/api/admin/logout")
const FORGOT = call<typeof forgotAdminPassword>("POST", "/api/admin/password/forgot")
const RESET = call<typeof resetAdminPassword>("POST", "/api/admin/password/reset")
const CHANGE_PASSWORD = call<typeof changeAdminPassword>("POST", "/api/admin/change-password")
const OVERVIEW = call<typeof readOverview>("GET", "/api/admin/overview")
const USER = call<typeof readUserRecord>("GET", "/api/admin/users/:id")
const END_SESSIONS = call<typeof endUserSessions>("DELETE", "/api/admin/users/:id/sessions")
const CHANGE_ROLE = call<typeof changeRole>("POST", "/api/admin/users/role")

/** Whether an administrator exists; otherwise the page offers setup instead of login (spec §4). */
export const useAdminExists = () => useQuery(read(EXISTS, useAdminApp().language))
/** The signed-in administrator; null after signing out. Status 401 or 403 means that nobody is signed in. */
export function useAdmin() {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: SESSION_KEY,
    async queryFn(): Promise<Admin | null> {
      const admin = await request(SESSION, {}, language)
      claimDrafts(admin.id)
      return admin
    },
  })
}

/** Extends the session on the server. */
export function useKeepAlive() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return () => void client.invalidateQueries(read(SESSION, language))
}

/** Reloads on mount and every `interval` ms, also in background tabs, because the tab title shows a count. */
export const useOverview = (interval: number | false = false) =>
  useQuery({
    ...read(OVERVIEW, useAdminApp().language),
    staleTime: 0,
    refetchInterval: interval,
    refetchIntervalInBackground: true,
  })

export function useUserRecord(id: string | null) {
  const { language } = useAdminApp()
  return useQuery({
    queryKey: ["api", "admin", "users", id],
    queryFn: () => request(USER, { params: { id } } as Sent<typeof USER>, language),
    enabled: id !== null,
  })
}

/** Returns a function that sets the signed-in administrator and removes the cached data of the previous one. */
function useSetAdmin() {
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
  return useMutation({
    mutationFn: (body: Sent<typeof setUpAdmin>["body"]) => request(SETUP, { body }, language),
    onSuccess: useSetAdmin(),
  })
}

export function useLogin() {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: async (body: Sent<typeof loginAdmin>["body"]) => {
      try {
        return await request(LOGIN, { body }, language)
      } catch (failure) {
        const headers = await proofFor(failure)
        if (!headers) throw failure
        return request(LOGIN, { body }, language, { headers })
      }
    },
    onSuccess: useSetAdmin(),
  })
}

/**
 * Signs out even if the request fails (spec §3). A sign-out by the user deletes the drafts in this browser;
 * after an idle timeout (D3) the drafts stay.
 */
export function useLogoutAdmin() {
  const { language } = useAdminApp()
  const setAdmin = useSetAdmin()
  return useMutation({
    mutationFn: (_reason: "user" | "idle") => request(LOGOUT, {}, language),
    onSettled: (_reply, _failure, reason) => {
      if (reason === "user") clearDrafts()
      setAdmin(null)
    },
  })
}

export function useForgotAdmin() {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: (usernameOrEmail: string) => request(FORGOT, { body: { usernameOrEmail } }, language),
  })
}

export function useResetAdmin() {
  const { language } = useAdminApp()
  return useMutation({
    mutationFn: (body: Sent<typeof resetAdminPassword>["body"]) => request(RESET, { body }, language),
  })
}

export function useChangeAdminPassword() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof changeAdminPassword>["body"]) => request(CHANGE_PASSWORD, { body }, language),
    onSuccess: () => void client.invalidateQueries({ queryKey: ["api", "admin", "audit"] }),
  })
}

export function useChangeRole() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof changeRole>["body"]) => request(CHANGE_ROLE, { body }, language),
    // After a refusal too: somebody else may have changed the user.
    onSettled: () => client.invalidateQueries({ queryKey: ["api", "admin"] }),
  })
}

export function useEndUserSessions() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(END_SESSIONS, { params: { id } } as Sent<typeof END_SESSIONS>, language),
    onSuccess: () => client.invalidateQueries({ queryKey: ["api", "admin"] }),
  })
}
