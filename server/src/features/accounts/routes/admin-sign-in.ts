import {
  type Admin,
  changeAdminPassword,
  forgotAdminPassword,
  loginAdmin,
  logoutAdmin,
  readAdminExists,
  readAdminSession,
  resetAdminPassword,
  setUpAdmin,
} from "@haitech/contract/admin/accounts"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import {
  createFirstAdmin,
  hasAdmin,
  requestAdminPasswordReset,
  resetAdmin,
  signInAdmin,
} from "#features/accounts/service/admins.ts"
import { factorRequiredBy } from "#features/accounts/service/factor-requirement.ts"
import { changePassword } from "#features/accounts/service/passwords.ts"
import { type StartedSession, signOut } from "#features/accounts/service/sessions.ts"
import type { UserRow } from "#features/accounts/table.ts"
import { handle } from "#platform/http/handle.ts"
import type { SessionCookie } from "#platform/http/session-cookie.ts"

const SETUP_LIMIT = { name: "setup.address", limit: 30, windowSeconds: 3600 }
const LOGIN_LIMIT = { name: "admin_login.address", limit: 30, windowSeconds: 900 }
const FORGOT_LIMIT = { name: "admin_forgot.address", limit: 10, windowSeconds: 3600 }
const RESET_LIMIT = { name: "admin_reset.address", limit: 30, windowSeconds: 3600 }

export const adminSignInRoutes = (deps: Deps) => [
  handle(readAdminExists, async () => ({
    hasAdmin: await hasAdmin(deps),
    asksForCode: deps.admin.setupCode !== undefined,
  })),
  handle(
    setUpAdmin,
    async ({ body, session }) => beginSession(deps, await createFirstAdmin(deps, body, session), session),
    {
      limit: SETUP_LIMIT,
    },
  ),
  handle(
    loginAdmin,
    async ({ body, session, address, proof }) => {
      const signIn = await signInAdmin(deps, body, { browser: session, address, proof })
      if ("secret" in signIn) return beginSession(deps, signIn, session)
      session.beginPending(signIn.pendingSecret, signIn.expiresAt)
      return { admin: present(signIn.user), secondFactor: signIn.factors }
    },
    {
      limit: LOGIN_LIMIT,
    },
  ),
  handle(logoutAdmin, async ({ session }) => {
    await signOut(deps, session.secret)
    session.end()
    return undefined
  }),
  handle(readAdminSession, async ({ actor }) => presentDue(deps, await requireUser(deps.db, actor.id))),
  handle(
    forgotAdminPassword,
    async ({ body }) => {
      const reset = await requestAdminPasswordReset(deps, body.usernameOrEmail)
      return reset ? { resetToken: reset.token, userId: reset.user.id as UserId } : {}
    },
    { limit: FORGOT_LIMIT },
  ),
  handle(
    resetAdminPassword,
    async ({ body, session }) => {
      await resetAdmin(deps, body, session)
      session.rememberDevice()
      return undefined
    },
    { limit: RESET_LIMIT },
  ),
  handle(changeAdminPassword, async ({ actor, body }) => {
    await changePassword(deps, actor, body)
    return undefined
  }),
]

async function beginSession(
  deps: Deps,
  { user, secret, cookieExpiresAt }: StartedSession,
  session: SessionCookie,
): Promise<{ admin: Admin }> {
  session.begin(secret, cookieExpiresAt)
  return { admin: await presentDue(deps, user) }
}

async function presentDue(deps: Deps, user: UserRow): Promise<Admin> {
  const dueAt = await factorRequiredBy(deps, user)
  if (!dueAt) return present(user)
  return { ...present(user), missingFactor: { dueAt: dueAt.toISOString(), isOverdue: dueAt <= deps.now() } }
}

function present({ id, username, email, firstName, lastName }: UserRow): Admin {
  return { id: id as UserId, username, email, firstName, lastName }
}
