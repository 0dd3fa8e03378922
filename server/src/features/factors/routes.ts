import type { Admin } from "@haitech/contract/admin/accounts"
import {
  addApp,
  addPasskey,
  confirmPassword,
  type Factors,
  readFactors,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  resetFactors,
  signInWithCode,
  signInWithPasskey,
  startApp,
  startPasskey,
  startPasskeySignIn,
} from "@haitech/contract/admin/factors"
import type { UserId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import type { StartedSession } from "#features/accounts/service/sessions.ts"
import { handle } from "#platform/http/handle.ts"
import type { SessionCookie } from "#platform/http/session-cookie.ts"
import { countRecoveryCodes, findPasskeys, findTotp } from "./queries/factors.ts"
import { confirmOwnPassword } from "./service/confirm.ts"
import * as factors from "./service/factors.ts"
import { resetFactors as reset } from "./service/reset.ts"
import * as signIn from "./service/sign-in.ts"

const CODE_LIMIT = { name: "factor_code.address", limit: 60, windowSeconds: 900 }
const PASSKEY_LIMIT = { name: "factor_passkey.address", limit: 60, windowSeconds: 900 }

export const factorRoutes = (deps: Deps) => [...signInRoutes(deps), ...settingRoutes(deps)]

const signInRoutes = (deps: Deps) => [
  handle(
    signInWithCode,
    async ({ body, session, address }) => {
      const origin = { pendingSecret: session.pendingSecret, browser: session, address }
      return beginSession(await signIn.signInWithCode(deps, body.code, origin), session)
    },
    { limit: CODE_LIMIT },
  ),
  handle(startPasskeySignIn, async ({ session }) => signIn.startPasskeySignIn(deps, session.pendingSecret), {
    limit: PASSKEY_LIMIT,
  }),
  handle(
    signInWithPasskey,
    async ({ body, session }) => {
      const origin = { pendingSecret: session.pendingSecret, browser: session }
      return beginSession(await signIn.signInWithPasskey(deps, body.credential, origin), session)
    },
    { limit: PASSKEY_LIMIT },
  ),
]

const settingRoutes = (deps: Deps) => [
  handle(readFactors, async ({ actor }) => present(deps, actor.id)),
  handle(confirmPassword, async ({ actor, body }) => {
    await confirmOwnPassword(deps, actor, body.currentPassword)
    return undefined
  }),
  handle(startApp, async ({ actor }) => factors.startApp(deps, actor)),
  handle(addApp, async ({ actor, body }) => ({ recoveryCodes: await factors.addApp(deps, actor, body.code) })),
  handle(removeApp, async ({ actor }) => {
    await factors.removeApp(deps, actor)
    return undefined
  }),
  handle(startPasskey, async ({ actor }) => factors.startPasskey(deps, actor)),
  handle(addPasskey, async ({ actor, body }) => ({ recoveryCodes: await factors.addPasskey(deps, actor, body) })),
  handle(renamePasskey, async ({ actor, params, body }) => {
    await factors.renamePasskey(deps, actor, params.id, body.name)
    return undefined
  }),
  handle(removePasskey, async ({ actor, params }) => {
    await factors.removePasskey(deps, actor, params.id)
    return undefined
  }),
  handle(renewRecoveryCodes, async ({ actor }) => ({ recoveryCodes: await factors.renewRecoveryCodes(deps, actor) })),
  handle(resetFactors, async ({ actor, params, body }) => {
    await reset(deps, actor, { userId: params.id, reason: body.reason })
    return undefined
  }),
]

async function present({ db }: Deps, id: string): Promise<Factors> {
  const [totp, passkeys, recoveryCodesLeft] = await Promise.all([
    findTotp(db, id),
    findPasskeys(db, id),
    countRecoveryCodes(db, id),
  ])
  const times = ({ createdAt, lastUsedAt }: { readonly createdAt: Date; readonly lastUsedAt: Date | null }) => ({
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  })
  return {
    app: totp ? times(totp) : null,
    passkeys: passkeys.map((passkey) => ({ id: passkey.id, name: passkey.name, ...times(passkey) })),
    recoveryCodesLeft,
  }
}

function beginSession({ user, secret, cookieExpiresAt }: StartedSession, session: SessionCookie): { admin: Admin } {
  session.begin(secret, cookieExpiresAt)
  const { id, username, email, firstName, lastName } = user
  return { admin: { id: id as UserId, username, email, firstName, lastName } }
}
