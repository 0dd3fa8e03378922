import type { Assertion, RequestOptions } from "@haitech/contract/admin/factors"
import type { Deps } from "#deps.ts"
import {
  completeSignIn,
  consumeChallenge,
  requirePendingUser,
  storeChallenge,
} from "#features/accounts/service/pending-sign-ins.ts"
import type { SignIn, StartedSession } from "#features/accounts/service/sessions.ts"
import type { UserRow } from "#features/accounts/table.ts"
import {
  acceptStep,
  consumeRecoveryCode,
  countRecoveryCodes,
  findPasskeys,
  findTotp,
  recordPasskeyUse,
} from "#features/factors/queries/factors.ts"
import { isTotp } from "#features/factors/rules.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { challengeOf, requestOptions, verifyAssertion } from "#platform/passkeys.ts"
import { Problem } from "#platform/problem.ts"
import { totpStep } from "#platform/totp.ts"
import { sendCodesUsedUpEmail, sendCodeUsedEmail } from "./emails.ts"
import { recoveryCodeHash } from "./recovery-codes.ts"

/**
 * Wrong codes of an app: per account and network, and per account in a day, because three of a million codes are right
 * at any time. Only somebody who knows the password can use them up, and recovery codes and passkeys still work then.
 */
const NETWORK_LIMIT = { name: "totp.network", limit: 5, windowSeconds: 900 }
const ACCOUNT_LIMIT = { name: "totp.account", limit: 20, windowSeconds: 86_400 }
const RECOVERY_LIMIT = { name: "recovery.network", limit: 10, windowSeconds: 900 }

export interface Origin {
  readonly pendingSecret: string | undefined
  readonly browser: SignIn["browser"]
  readonly address: string
}

export const totpContext = (userId: string) => `totp ${userId}`

/**
 * The second step of a sign-in. Counts an attempt before it compares, and gives it back for a right code. After the
 * last wrong code of a day the owner gets an email, because only somebody with the password can have come this far.
 * @throws {Problem} `factor.expired`, `factor.refused`, `rate.limited`
 */
export async function signInWithCode(deps: Deps, code: string, origin: Origin): Promise<StartedSession> {
  const { pendingSecret = "", browser, address } = origin
  const { limiter } = deps
  const user = await requirePendingUser(deps, pendingSecret)
  const userId = user.id
  const network = `${userId} ${address}`
  const limits = isTotp(code)
    ? ([
        [NETWORK_LIMIT, network],
        [ACCOUNT_LIMIT, userId],
      ] as const)
    : ([[RECOVERY_LIMIT, network]] as const)
  let isLast = false
  for (const [rule, subject] of limits) {
    const left = await limiter.take(rule, subject)
    if (rule === ACCOUNT_LIMIT) isLast = left === 0
  }
  const accept = isTotp(code) ? acceptTotp(deps, code) : acceptRecoveryCode(code)
  const started = await completeSignIn(deps, { userId, pendingSecret, browser }, accept).catch(async (error) => {
    if (isLast && error instanceof Problem && error.code === "factor.refused")
      await sendCodesUsedUpEmail(deps.db, user, { limit: ACCOUNT_LIMIT.limit, at: deps.now() })
    throw error
  })
  for (const [rule, subject] of limits) await limiter.refund(rule, subject)
  return started
}

/** A time step is accepted once, so a code that somebody saw or intercepted is worth nothing. */
function acceptTotp({ encryption, now }: Deps, code: string) {
  return async (tx: Tx, { id }: UserRow) => {
    const totp = await findTotp(tx, id)
    const secret = totp && encryption.decrypt(totpContext(id), totp.secret)
    const step = secret && totpStep(secret, code, now())
    if (!totp || !step || !(await acceptStep(tx, totp, step, now()))) throw wrongCode()
  }
}

function acceptRecoveryCode(code: string) {
  return async (tx: Tx, user: UserRow) => {
    if (!(await consumeRecoveryCode(tx, user.id, recoveryCodeHash(code)))) throw wrongCode()
    await record(tx, { actor: user, action: "factor.code_used", subjectId: user.id })
    await sendCodeUsedEmail(tx, user, await countRecoveryCodes(tx, user.id))
  }
}

export function wrongCode(): Problem {
  return new Problem("factor.refused", { fields: { code: "factor_code.wrong" } })
}

/** @throws {Problem} `factor.expired`; `factor.unknown` for an account without a passkey */
export async function startPasskeySignIn(deps: Deps, pendingSecret: string | undefined): Promise<RequestOptions> {
  const user = await requirePendingUser(deps, pendingSecret)
  const passkeys = await findPasskeys(deps.db, user.id)
  if (passkeys.length === 0) throw new Problem("factor.unknown")
  const options = await requestOptions(deps.site, passkeys)
  await storeChallenge(deps, pendingSecret ?? "", options.challenge)
  return options
}

/** A challenge works once, whether the signature is right or not. @throws {Problem} `factor.expired`, `factor.refused` */
export async function signInWithPasskey(
  deps: Deps,
  assertion: Assertion,
  { pendingSecret = "", browser }: Pick<Origin, "pendingSecret" | "browser">,
): Promise<StartedSession> {
  const { id: userId } = await requirePendingUser(deps, pendingSecret)
  const challenge = challengeOf(assertion)
  if (!challenge || !(await consumeChallenge(deps, pendingSecret, challenge))) throw new Problem("factor.refused")
  const passkey = (await findPasskeys(deps.db, userId)).find(({ credentialId }) => credentialId === assertion.id)
  const counter = passkey && (await verifyAssertion(deps.site, assertion, passkey, challenge))
  if (!passkey || counter === undefined) throw new Problem("factor.refused")
  return completeSignIn(deps, { userId, pendingSecret, browser }, async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey.id, counter, deps.now()))) throw new Problem("factor.refused")
  })
}
