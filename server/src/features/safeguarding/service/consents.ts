import type { Language } from "@haitech/contract/languages"
import { ageGroupOf, CONSENT_RENEWAL_DAYS, CONSENT_REQUEST_DAYS, type Protection } from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import { requireUserForUpdate } from "#features/accounts/service/account.ts"
import {
  birthYearOf,
  consentsOf,
  endConsentOf,
  findNewestRequest,
  findValidConsent,
  insertConsent,
} from "#features/safeguarding/queries/consents.ts"
import { isDecidable, isSameMailbox } from "#features/safeguarding/rules.ts"
import type { GuardianConsentRow } from "#features/safeguarding/table.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"

const DAY_MS = 86_400_000

/** Each request sends an email to an address that the member chooses. */
const REQUESTS = { limit: 3, windowSeconds: 86_400 }
const MEMBER_LIMIT = { name: "consent.member", ...REQUESTS }
const ADDRESS_LIMIT = { name: "consent.email", ...REQUESTS }

type ConsentDeps = Pick<Deps, "db" | "limiter" | "now">

export async function readProtectionOf(db: Db | Tx, userId: string, now: Date): Promise<Protection> {
  const birthYear = await birthYearOf(db, userId)
  const age = ageGroupOf(birthYear, now)
  const given = await findValidConsent(db, userId, now)
  const request = await findNewestRequest(db, userId)
  const isOpen = request !== undefined && isDecidable(request, now)
  return {
    birthYear: birthYear ?? null,
    age,
    given: given ? present(given) : null,
    request: request
      ? present(isOpen || request.state !== "requested" ? request : { ...request, state: "expired" })
      : null,
    mayRequest: age === "minor" && !isOpen && (!given || isRenewable(given, now)),
  }
}

interface Guardian {
  readonly guardianName: string
  readonly guardianEmail: string
  readonly language: Language
}

/**
 * Emails the guardian a link.
 * @throws {Problem} `birth_year.missing`, `member.too_young`, `consent.not_needed`, `consent.pending`, `consent.valid`,
 * `request.invalid` for the member's own address, `rate.limited`
 */
export async function request(deps: ConsentDeps, { id: userId }: Member, guardian: Guardian): Promise<Protection> {
  const { db, limiter, now } = deps
  await limiter.take(MEMBER_LIMIT, userId)
  await limiter.take(ADDRESS_LIMIT, guardian.guardianEmail.toLowerCase())
  return db.transaction(async (tx) => {
    const { email } = await requireUserForUpdate(tx, userId)
    if (isSameMailbox(email, guardian.guardianEmail)) {
      throw new Problem("request.invalid", { fields: { guardianEmail: "guardian_email.own" } })
    }
    await requireRequestable(tx, userId, now())
    const values = { userId, ...guardian, isRenewal: false }
    if (!(await insertRequest(tx, values, now()))) throw new Problem("consent.pending")
    return readProtectionOf(tx, userId, now())
  })
}

async function requireRequestable(tx: Tx, userId: string, now: Date): Promise<void> {
  const age = ageGroupOf(await birthYearOf(tx, userId), now)
  if (age === "unknown") throw new Problem("birth_year.missing")
  if (age === "child") throw new Problem("member.too_young")
  if (age === "adult") throw new Problem("consent.not_needed")
  const newest = await findNewestRequest(tx, userId)
  if (newest && isDecidable(newest, now)) throw new Problem("consent.pending")
  if (newest?.state === "requested") await endConsentOf(tx, userId, { from: "requested", to: "expired", at: now })
  const given = await findValidConsent(tx, userId, now)
  if (given && !isRenewable(given, now)) throw new Problem("consent.valid")
}

type NewRequest = Pick<GuardianConsentRow, "userId" | "guardianName" | "guardianEmail" | "language" | "isRenewal">

/** @returns false while another request is open */
export async function insertRequest(tx: Tx, values: NewRequest, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + CONSENT_REQUEST_DAYS * DAY_MS)
  const row = await insertConsent(tx, { ...values, requestedAt: now, expiresAt })
  if (!row) return false
  return enqueue(tx, { kind: "consent.request", key: `consent.request:${row.id}`, payload: { id: row.id } })
}

/** Withdraws what is asked, and revokes what is given. Again, it changes nothing. */
export async function end({ db, now }: Pick<Deps, "db" | "now">, { id: userId }: Member): Promise<Protection> {
  return db.transaction(async (tx) => {
    await requireUserForUpdate(tx, userId)
    await endConsentOf(tx, userId, { from: "requested", to: "withdrawn", at: now() })
    await endConsentOf(tx, userId, { from: "given", to: "revoked", at: now() })
    return readProtectionOf(tx, userId, now())
  })
}

/** For an administrator. Records who reads it. */
export async function viewConsents({ db, now }: Pick<Deps, "db" | "now">, actor: Member, userId: string) {
  await record(db, { actor, action: "consent.viewed", subjectId: userId })
  const birthYear = await birthYearOf(db, userId)
  const consents = await consentsOf(db, userId)
  return {
    birthYear: birthYear ?? null,
    age: ageGroupOf(birthYear, now()),
    consents: consents.map((row) => {
      const { id, allowsCertificates, allowsRecording } = row
      return { id, ...datesOf(row), allowsCertificates, allowsRecording }
    }),
  }
}

export function datesOf({ state, requestedAt, decidedAt, validUntil, endedAt }: GuardianConsentRow) {
  return {
    state,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

function isRenewable({ validUntil }: GuardianConsentRow, now: Date): boolean {
  return validUntil !== null && validUntil.getTime() - now.getTime() <= CONSENT_RENEWAL_DAYS * DAY_MS
}

function present(row: GuardianConsentRow) {
  return { ...datesOf(row), guardianEmail: row.guardianEmail, language: row.language }
}
