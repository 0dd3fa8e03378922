import {
  type CurrentUser,
  changePassword,
  endSession,
  endSessions,
  forgotPassword,
  listSessions,
  login,
  logout,
  readUser,
  register,
  resetPassword,
  resetPasswordByCode,
  type Session,
} from "@haitech/contract/accounts"
import { createDeviceCode, deleteDeviceCodes, loginByCode } from "@haitech/contract/device-codes"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { EMAIL_FORM_LIMIT, handle } from "#platform/http/handle.ts"
import type { SessionCookie } from "#platform/http/session-cookie.ts"
import { adminSignInRoutes } from "./routes/admin-sign-in.ts"
import { adminUserRoutes } from "./routes/admin-users.ts"
import { createCode, deleteCode, signInByCode } from "./service/device-codes.ts"
import { changePassword as change, requestPasswordReset, resetByCode, resetByToken } from "./service/passwords.ts"
import {
  authenticatedUser,
  findOwnSessions,
  type StartedSession,
  signOut,
  signOutEverywhere,
  signOutOne,
} from "./service/sessions.ts"
import { signIn, signUp } from "./service/sign-in.ts"
import type { SessionRow, UserRow } from "./table.ts"

/** Per IP address. They are wide, since many learners share their carrier's address; the service limits per account. */
const LOGIN_LIMIT = { name: "login.address", limit: 100, windowSeconds: 900 }
const FORGOT_LIMIT = { name: "forgot.address", limit: 30, windowSeconds: 3600 }
const CODE_LIMIT = { name: "device_code.address", limit: 30, windowSeconds: 3600 }
const RESET_LIMIT = { name: "reset.address", limit: 60, windowSeconds: 3600 }
const DASHBOARD = "/member-dashboard"

export const accountRoutes = (deps: Deps) => [
  handle(
    login,
    async ({ body, session, address, proof }) =>
      beginSession(await signIn(deps, body, { browser: session, address, proof }), session),
    {
      limit: LOGIN_LIMIT,
      form: { name: "login", anchor: "login", next: DASHBOARD },
    },
  ),
  handle(loginByCode, async ({ body, session }) => beginSession(await signInByCode(deps, body, session), session), {
    limit: CODE_LIMIT,
    form: { name: "code", anchor: "code", next: DASHBOARD },
  }),
  handle(
    register,
    async ({ body, session, language, via }) => {
      const started = await signUp(deps, body, { browser: session, language, via: via.value })
      via.clear()
      return beginSession(started, session)
    },
    { limit: EMAIL_FORM_LIMIT, form: { name: "register", anchor: "register", next: DASHBOARD } },
  ),
  handle(
    logout,
    async ({ session }) => {
      await signOut(deps, session.secret)
      session.end()
      return undefined
    },
    { form: { name: "logout", anchor: "main", next: "/" } },
  ),
  handle(readUser, async ({ actor }) => present(authenticatedUser(actor))),
  ...passwordRoutes(deps),
  ...sessionRoutes(deps),
  ...adminSignInRoutes(deps),
  ...adminUserRoutes(deps),
]

const passwordRoutes = (deps: Deps) => [
  handle(
    forgotPassword,
    async ({ body }) => {
      await requestPasswordReset(deps, body.usernameOrEmail)
      return undefined
    },
    { limit: FORGOT_LIMIT, form: { name: "forgot", anchor: "forgot", next: "/reset-password" } },
  ),
  handle(
    resetPassword,
    async ({ body, session }) => {
      const result = await resetByToken(deps, body, session)
      session.rememberDevice()
      return result
    },
    {
      limit: RESET_LIMIT,
      form: { name: "reset", anchor: "reset", next: "/login" },
    },
  ),
  handle(
    resetPasswordByCode,
    async ({ body, session }) => {
      const result = await resetByCode(deps, body, session)
      session.rememberDevice()
      return result
    },
    {
      limit: RESET_LIMIT,
      form: { name: "reset", anchor: "reset", next: "/login" },
    },
  ),
  handle(changePassword, async ({ actor, body }) => change(deps, actor, body)),
]

const sessionRoutes = (deps: Deps) => [
  handle(createDeviceCode, async ({ actor }) => {
    const { createdAt, expiresAt, ...code } = await createCode(deps, actor)
    return { ...code, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
  }),
  handle(deleteDeviceCodes, async ({ actor }) => {
    await deleteCode(deps, actor)
    return undefined
  }),
  handle(listSessions, async ({ actor }) => {
    const rows = await findOwnSessions(deps, actor)
    return rows.map((row) => presentSession(row, actor.session))
  }),
  handle(endSession, async ({ actor, params, session }) => {
    await signOutOne(deps, actor, params.id)
    if (params.id === actor.session) session.end()
    return undefined
  }),
  handle(endSessions, async ({ actor, session }) => {
    await signOutEverywhere(deps, actor)
    session.end()
    return undefined
  }),
]

function beginSession({ user, secret, cookieExpiresAt }: StartedSession, session: SessionCookie): CurrentUser {
  session.begin(secret, cookieExpiresAt)
  return present(user)
}

function present({ id, ...user }: UserRow): CurrentUser {
  const { email, username, firstName, lastName, profileImageUrl, role } = user
  return { id: id as UserId, email, username, firstName, lastName, profileImageUrl, role }
}

function presentSession({ sid, sess }: SessionRow, current: string): Session {
  const { device, movedFrom, beganAt, usedAt } = sess
  return { id: sid, device, movedFrom, isCurrent: sid === current, beganAt, usedAt }
}
