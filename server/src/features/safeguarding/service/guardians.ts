import { type Language, pathIn } from "@haitech/contract/languages"
import { CONSENT_TEXT_VERSION, type GuardianConsent } from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import {
  birthYearOf,
  endConsentOf,
  findConsent,
  lockConsent,
  updateConsent,
} from "#features/safeguarding/queries/consents.ts"
import { consentEnd, isDecidable } from "#features/safeguarding/rules.ts"
import type { GuardianConsentRow } from "#features/safeguarding/table.ts"
import type { Tx } from "#platform/db/client.ts"
import { isId } from "#platform/db/columns.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { isSameSecret } from "#platform/secret.ts"
import { datesOf } from "./consents.ts"

const CONFIRMATION_MS = 86_400_000

type GuardianDeps = Pick<Deps, "db" | "keyedHash" | "now">

/** The guardian's link. Its secrets are after the `#` and reach no server when it is opened. */
export function guardianLink(
  { keyedHash, site }: Pick<Deps, "keyedHash" | "site">,
  { id, language }: { readonly id: string; readonly language: Language },
): string {
  return `${site.url}${pathIn(language, "/guardian")}#consent=${id}.${keyedHash("guardian", id)}`
}

/** @throws {Problem} `consent_link.expired` */
export async function readByToken(deps: GuardianDeps, token: string): Promise<GuardianConsent> {
  const found = await findConsent(deps.db, idOf(deps, token))
  if (!found) throw new Problem("consent_link.expired")
  return present(found.consent, found.firstName, deps.now())
}

interface Decision {
  readonly textVersion: string
  readonly allows: boolean
  readonly allowsCertificates: boolean
  readonly allowsRecording: boolean
}

/**
 * A refused renewal also ends the consent that is still valid.
 * @throws {Problem} `consent_link.expired`, `consent.state`, `consent.not_needed`, `record.changed` for another text
 */
export async function decide(deps: GuardianDeps, token: string, decision: Decision): Promise<GuardianConsent> {
  const id = idOf(deps, token)
  const now = deps.now()
  if (decision.textVersion !== CONSENT_TEXT_VERSION) throw new Problem("record.changed")
  await deps.db.transaction(async (tx) => {
    const before = await lockConsent(tx, id)
    if (!before) throw new Problem("consent_link.expired")
    if (!isDecidable(before, now)) throw new Problem("consent.state")
    await (decision.allows ? give(tx, before, decision, now) : refuse(tx, before, decision, now))
  })
  return readByToken(deps, token)
}

async function give(tx: Tx, { id, userId }: GuardianConsentRow, decision: Decision, now: Date): Promise<void> {
  const { textVersion, allowsCertificates, allowsRecording } = decision
  const validUntil = consentEnd(now, await birthYearOf(tx, userId))
  if (validUntil <= now) throw new Problem("consent.not_needed")
  await endConsentOf(tx, userId, { from: "given", to: "replaced", at: now })
  const choices = { textVersion, allowsCertificates, allowsRecording }
  await updateConsent(tx, id, { ...choices, state: "given", decidedAt: now, validUntil })
  await enqueue(tx, { kind: "consent.given", key: `consent.given:${id}`, payload: { id } })
  const dueAt = new Date(now.getTime() + CONFIRMATION_MS)
  await enqueue(tx, { kind: "consent.confirmation", key: `consent.confirmation:${id}`, payload: { id }, dueAt })
}

async function refuse(tx: Tx, { id, userId }: GuardianConsentRow, decision: Decision, now: Date): Promise<void> {
  await endConsentOf(tx, userId, { from: "given", to: "revoked", at: now })
  await updateConsent(tx, id, {
    textVersion: decision.textVersion,
    allowsCertificates: false,
    allowsRecording: false,
    state: "refused",
    decidedAt: now,
    endedAt: now,
  })
}

/** Again, it changes nothing. @throws {Problem} `consent_link.expired`, `consent.state` if it was never given */
export async function revokeByToken(deps: GuardianDeps, token: string): Promise<GuardianConsent> {
  const id = idOf(deps, token)
  await deps.db.transaction(async (tx) => {
    const before = await lockConsent(tx, id)
    if (!before) throw new Problem("consent_link.expired")
    if (before.decidedAt === null || before.state === "refused") throw new Problem("consent.state")
    // The link of an earlier consent ends its renewal, too, but never what another guardian gave.
    const { userId, guardianEmail } = before
    await endConsentOf(tx, userId, { from: "given", to: "revoked", at: deps.now(), guardianEmail })
  })
  return readByToken(deps, token)
}

/** @throws {Problem} `consent_link.expired` */
function idOf({ keyedHash }: Pick<Deps, "keyedHash">, token: string): string {
  const [id = "", signature = ""] = token.split(".")
  if (!isId(id) || !isSameSecret(signature, keyedHash("guardian", id))) throw new Problem("consent_link.expired")
  return id
}

function present(row: GuardianConsentRow, firstName: string | null, now: Date): GuardianConsent {
  const { guardianName, expiresAt, allowsCertificates, allowsRecording, isRenewal } = row
  const dates = datesOf(row)
  const isExpired = row.state === "requested" && row.expiresAt <= now
  const isLapsed = row.state === "given" && row.validUntil !== null && row.validUntil <= now
  return {
    ...dates,
    ...(isExpired && { state: "expired" }),
    ...(isLapsed && { state: "lapsed" }),
    firstName,
    guardianName,
    expiresAt: expiresAt.toISOString(),
    allowsCertificates,
    allowsRecording,
    isRenewal,
  }
}
