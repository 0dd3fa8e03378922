import { CONSENT_RENEWAL_DAYS, majorityOf } from "@haitech/contract/safeguarding"
import type { Deps } from "#deps.ts"
import { consentsEndingBefore, deleteConsentsEndedBefore, endOverdue } from "#features/safeguarding/queries/consents.ts"
import { insertRequest } from "./consents.ts"

const DAY_MS = 86_400_000
const RETENTION_MONTHS = 24

/** Once for each consent. Nobody is asked for a member who is 18 when it ends. */
export async function requestRenewals({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const until = new Date(now().getTime() + CONSENT_RENEWAL_DAYS * DAY_MS)
  for (const { consent, birthYear } of await consentsEndingBefore(db, { now: now(), until })) {
    if (birthYear === null || !consent.validUntil || consent.validUntil >= majorityOf(birthYear)) continue
    const { userId, guardianName, guardianEmail, language } = consent
    await db.transaction((tx) =>
      insertRequest(tx, { userId, guardianName, guardianEmail, language, isRenewal: true }, now()),
    )
  }
}

export async function sweepConsents({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await endOverdue(db, now())
  const before = new Date(now())
  before.setUTCMonth(before.getUTCMonth() - RETENTION_MONTHS)
  await deleteConsentsEndedBefore(db, before)
}
