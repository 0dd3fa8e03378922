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
import { useAdminApp } from "#platform/app.tsx"
import { call, read } from "#platform/calls.ts"
import { claimDrafts, clearDrafts } from "#platform/drafts.ts"
import { proofFor } from "#platform/proof-of-work.ts"
import { request } from "#platform/request.ts"

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

/** Is there an administrator (§4: setup or login)? */
export const useAdminExists = () => useQuery(read(EXISTS, useAdminApp().language))
/** Who is signed in to the office; an error of status 401 or 403 is nobody, and so is null: who has just left. */
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

/** Tells the server that somebody is still there. */
export function useStay() {
  const { language } = useAdminApp()
  const client = useQueryClient()
  return () => void client.invalidateQueries(read(SESSION, language))
}

/** Counted anew whenever the overview is opened, and every so many ms; also where nobody looks: the title says it. */
export const useOverview = (every: number | false = false) =>
  useQuery({
    ...read(OVERVIEW, useAdminApp().language),
    staleTime: 0,
    refetchInterval: every,
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

/** Whoever comes in finds the office as it is now, not as somebody before saw it; whoever leaves leaves nothing behind. */
function usePass() {
  const client = useQueryClient()
  return (admin: Admin | null) => {
    // Who leaves twice must not take away what the door has begun to ask.
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
    onSuccess: usePass(),
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
    onSuccess: usePass(),
  })
}

/**
 * §3: logged out also when the call fails. Whoever signs out leaves nothing of the office in the browser; who was only
 * away too long (D3) finds again what they were writing.
 */
export function useLogoutAdmin() {
  const { language } = useAdminApp()
  const pass = usePass()
  return useMutation({
    mutationFn: (_why: "wish" | "idle") => request(LOGOUT, {}, language),
    onSettled: (_reply, _failure, why) => {
      if (why === "wish") clearDrafts()
      pass(null)
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
    // Also where it was refused: somebody else may have changed the user.
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
