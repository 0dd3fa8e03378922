import { type CurrentUser, login, logout, readUser, register } from "@haitech/contract/accounts"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { answer } from "#platform/http/answer.ts"
import type { SessionCookie } from "#platform/http/session-cookie.ts"
import { Problem } from "#platform/problem.ts"
import { type Begun, signIn, signOut, signUp, userOf } from "./service.ts"
import type { UserRow } from "./table.ts"

/** Many learners share one address of their carrier, so these are wide; one account's share is in the service. */
const LOGIN_LIMIT = { name: "login.address", limit: 100, windowSeconds: 900 }
const REGISTER_LIMIT = { name: "register.address", limit: 30, windowSeconds: 3600 }
const DASHBOARD = "/member-dashboard"

export const accountRoutes = (deps: Deps) => [
  answer(login, async ({ body, session }) => welcome(await signIn(deps, body), session), {
    limit: LOGIN_LIMIT,
    form: { name: "login", anchor: "login", next: DASHBOARD },
  }),
  answer(register, async ({ body, session }) => welcome(await signUp(deps, body), session), {
    limit: REGISTER_LIMIT,
    form: { name: "register", anchor: "register", next: DASHBOARD },
  }),
  answer(
    logout,
    async ({ session }) => {
      await signOut(deps, session.secret)
      session.end()
      return undefined
    },
    { form: { name: "logout", anchor: "main", next: "/" } },
  ),
  answer(readUser, async ({ session }) => {
    const user = session.secret ? await userOf(deps, session.secret) : null
    if (!user) throw new Problem("session.missing")
    return present(user)
  }),
]

function welcome({ user, secret, until }: Begun, session: SessionCookie): CurrentUser {
  session.begin(secret, until)
  return present(user)
}

function present({ id, email, username, firstName, lastName }: UserRow): CurrentUser {
  return { id: id as UserId, email, username, firstName, lastName }
}
