import type { Attestation, CreationOptions } from "@haitech/contract/admin/factors"
import type { Deps } from "#deps.ts"
import { requireUser, requireUserForUpdate } from "#features/accounts/service/account.ts"
import { hasFactor } from "#features/accounts/service/factor-requirement.ts"
import { revokeSessions } from "#features/accounts/service/sessions.ts"
import type { UserRow } from "#features/accounts/table.ts"
import {
  consumeSetupChallenge,
  consumeSetupSecret,
  deletePasskey,
  deleteTotp,
  findPasskey,
  findPasskeys,
  findSetupSecret,
  insertPasskey,
  replaceRecoveryCodes,
  updatePasskeyName,
  upsertSetup,
  upsertTotp,
} from "#features/factors/queries/factors.ts"
import { setupExpiryOf } from "#features/factors/rules.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Tx } from "#platform/db/client.ts"
import { challengeOf, creationOptions, verifyCreation } from "#platform/passkeys.ts"
import { Problem } from "#platform/problem.ts"
import { type QrCode, qrCode } from "#platform/qr-code.ts"
import { createTotpSecret, totpAddress, totpStep } from "#platform/totp.ts"
import { sendFactorEmail } from "./emails.ts"
import { createMissingCodes, renewCodes } from "./recovery-codes.ts"
import { totpContext, wrongCode } from "./sign-in.ts"

const SETUP_LIMIT = { name: "factor_setup.session", limit: 20, windowSeconds: 900 }

/**
 * Every change below needs a sign-in or the password within the last ten minutes, and a factor that exists.
 * @throws {Problem} `session.stale`; below also `factor.unknown`
 */
export function requireFresh(actor: Member): void {
  if (!actor.isFresh) throw new Problem("session.stale")
}

/** The app counts only after `addApp`; until then a former one keeps working. @throws {Problem} `session.stale` */
export async function startApp(deps: Deps, actor: Member): Promise<{ readonly secret: string; readonly qr: QrCode }> {
  requireFresh(actor)
  const user = await requireUser(deps.db, actor.id)
  const secret = createTotpSecret()
  const encrypted = deps.encryption.encrypt(totpContext(user.id), secret)
  await upsertSetup(deps.db, user.id, { secret: encrypted }, setupExpiryOf(deps.now()))
  const account = user.username ?? user.email
  return { secret, qr: qrCode(totpAddress(secret, { issuer: deps.site.name, account })) }
}

/**
 * Adds the app of `startApp` once it shows the right code. Returns new recovery codes; null when the account has some.
 * @throws {Problem} `session.stale`, `factor.expired`, `factor.refused`, `rate.limited`
 */
export async function addApp(deps: Deps, actor: Member, code: string): Promise<string[] | null> {
  const { db, encryption, limiter, now } = deps
  requireFresh(actor)
  await limiter.take(SETUP_LIMIT, actor.session)
  const stored = await findSetupSecret(db, actor.id, now())
  const secret = stored && encryption.decrypt(totpContext(actor.id), stored)
  if (!stored || !secret) throw new Problem("factor.expired")
  const step = totpStep(secret, code, now())
  if (!step) throw wrongCode()
  return db.transaction(async (tx) => {
    const user = await requireUserForUpdate(tx, actor.id)
    if (!(await consumeSetupSecret(tx, user.id, stored))) throw new Problem("factor.expired")
    await endOtherSessions(tx, actor)
    await upsertTotp(tx, { userId: user.id, secret: stored, lastStep: step, createdAt: now() })
    return recordAddition(tx, user)
  })
}

export async function startPasskey(deps: Deps, actor: Member): Promise<CreationOptions> {
  requireFresh(actor)
  const { id, username, email, firstName, lastName } = await requireUser(deps.db, actor.id)
  const person = { id, name: username ?? email, displayName: [firstName, lastName].filter(Boolean).join(" ") || email }
  const options = await creationOptions(deps.site, person, await findPasskeys(deps.db, id))
  await upsertSetup(deps.db, id, { challenge: options.challenge }, setupExpiryOf(deps.now()))
  return options
}

/** @throws {Problem} `session.stale`, `factor.refused`; `factor.taken` when an account has this passkey already */
export async function addPasskey(
  deps: Deps,
  actor: Member,
  { name, credential }: { readonly name: string; readonly credential: Attestation },
): Promise<string[] | null> {
  const { db, now, site } = deps
  requireFresh(actor)
  const challenge = challengeOf(credential)
  if (!challenge || !(await consumeSetupChallenge(db, actor.id, challenge, now()))) throw new Problem("factor.expired")
  const verified = await verifyCreation(site, credential, challenge)
  if (!verified) throw new Problem("factor.refused")
  return db.transaction(async (tx) => {
    const user = await requireUserForUpdate(tx, actor.id)
    await endOtherSessions(tx, actor)
    const passkey = { ...verified, transports: [...verified.transports], userId: user.id, name, createdAt: now() }
    if (!(await insertPasskey(tx, passkey))) throw new Problem("factor.taken")
    return recordAddition(tx, user, name)
  })
}

/** With the first factor, sessions end that began with the password alone. */
async function endOtherSessions(tx: Tx, actor: Member): Promise<void> {
  if (!(await hasFactor(tx, actor.id))) await revokeSessions(tx, actor.id, actor.session)
}

async function recordAddition(tx: Tx, user: UserRow, passkey?: string): Promise<string[] | null> {
  await record(tx, { actor: user, action: "factor.added", subjectId: user.id, after: factsOf(passkey) })
  await sendFactorEmail(tx, "added", user, passkey)
  return createMissingCodes(tx, user.id)
}

const factsOf = (passkey?: string) =>
  passkey === undefined ? { factor: "app" } : { factor: "passkey", title: passkey }

export async function removeApp(deps: Deps, actor: Member): Promise<void> {
  requireFresh(actor)
  await deps.db.transaction(async (tx) => {
    const user = await requireUserForUpdate(tx, actor.id)
    if (!(await deleteTotp(tx, user.id))) throw new Problem("factor.unknown")
    await recordRemoval(tx, user)
  })
}

export async function removePasskey(deps: Deps, actor: Member, id: string): Promise<void> {
  requireFresh(actor)
  await deps.db.transaction(async (tx) => {
    const user = await requireUserForUpdate(tx, actor.id)
    const passkey = await deletePasskey(tx, user.id, id)
    if (!passkey) throw new Problem("factor.unknown")
    await recordRemoval(tx, user, passkey.name)
  })
}

/** Recovery codes stand in for a factor, so they go with the last one. */
async function recordRemoval(tx: Tx, user: UserRow, passkey?: string): Promise<void> {
  if (!(await hasFactor(tx, user.id))) await replaceRecoveryCodes(tx, user.id, [])
  await record(tx, { actor: user, action: "factor.removed", subjectId: user.id, before: factsOf(passkey) })
  await sendFactorEmail(tx, "removed", user, passkey)
}

export async function renamePasskey(deps: Deps, actor: Member, id: string, name: string): Promise<void> {
  requireFresh(actor)
  await deps.db.transaction(async (tx) => {
    await requireUserForUpdate(tx, actor.id)
    const passkey = await findPasskey(tx, actor.id, id)
    if (!passkey) throw new Problem("factor.unknown")
    if (passkey.name === name) return
    await updatePasskeyName(tx, actor.id, id, name)
    const [before, after] = [{ title: passkey.name }, { title: name }]
    await record(tx, { actor, action: "factor.renamed", subjectId: actor.id, before, after })
  })
}

export async function renewRecoveryCodes(deps: Deps, actor: Member): Promise<string[]> {
  requireFresh(actor)
  return deps.db.transaction(async (tx) => {
    const user = await requireUserForUpdate(tx, actor.id)
    if (!(await hasFactor(tx, user.id))) throw new Problem("factor.unknown")
    await record(tx, { actor, action: "factor.codes_renewed", subjectId: user.id })
    return renewCodes(tx, user.id)
  })
}
