import { createHash } from "node:crypto"
import { clockAt } from "@haitech/contract/clock"
import type { ApplicationId } from "@haitech/contract/ids"
import type { Language } from "@haitech/contract/languages"
import type { ApplicationRequest } from "@haitech/contract/volunteers"
import type { Deps } from "#deps.ts"
import {
  findByDigest,
  insertApplication,
  lockApplicant,
  lockLeastBusyAdmin,
} from "#features/volunteers/queries/applications.ts"
import { answerAt } from "#features/volunteers/rules/progress.ts"
import { stepAfter } from "#features/volunteers/rules.ts"
import type { VolunteerApplicationRow } from "#features/volunteers/table.ts"
import { createId } from "#platform/db/columns.ts"
import { isConflict } from "#platform/db/conflict.ts"
import { enqueue } from "#platform/jobs/outbox.ts"
import { Problem } from "#platform/problem.ts"
import { applicationToken } from "./links.ts"

/** Every application sends an email to an address that anyone can enter. */
const EMAIL_LIMIT = { name: "application.email", limit: 5, windowSeconds: 3600 }

interface Sender {
  readonly userId: string | null
  readonly language: Language
}

export interface ApplicationReceipt extends Pick<VolunteerApplicationRow, "createdAt" | "status"> {
  readonly id: ApplicationId
  readonly answerOn: string
  readonly token: string | null
}

/**
 * Stores the same application once a day. The receipt of a repeated one looks like that of a new one, unless the member
 * who sent it asks again. A member has one open application per role. Without a session each application is stored beside
 * the others: a stranger who types an address must neither learn of another application under it nor change it.
 * @throws {Problem} `application.open`, `rate.limited`
 */
export async function apply(
  deps: Deps,
  { consent: _given, ...fields }: ApplicationRequest,
  { userId, language }: Sender,
): Promise<ApplicationReceipt> {
  const { db, limiter, now } = deps
  await limiter.take(EMAIL_LIMIT, fields.email)
  const at = now()
  const digest = digestOf(fields, at)
  const times = { createdAt: at, consentedAt: at, statusChangedAt: at }
  const step = stepAfter("new", clockAt(at.toISOString(), deps.site.timeZone).date)
  try {
    const stored = await db.transaction(async (tx) => {
      const assignedAdmin = await lockLeastBusyAdmin(tx)
      if (userId) await lockApplicant(tx, userId)
      const row = await insertApplication(tx, { ...fields, ...times, ...step, assignedAdmin, userId, language, digest })
      const key = `application.received:${row?.id}`
      if (row) await enqueue(tx, { kind: "application.received", key, payload: { id: row.id } })
      return row
    })
    const known = stored ?? (await findByDigest(db, userId, digest))
    return receipt(deps, known ?? { id: createId(), createdAt: at, status: "new" }, userId)
  } catch (error) {
    if (!isConflict(error)) throw error
    // The same request at the same time can meet either of the two constraints.
    const repeated = await findByDigest(db, userId, digest)
    if (!repeated) throw new Problem("application.open")
    return receipt(deps, repeated, userId)
  }
}

function receipt(
  deps: Pick<Deps, "keyedHash" | "site">,
  { id, createdAt, status }: Pick<VolunteerApplicationRow, "id" | "createdAt" | "status">,
  userId: string | null,
): ApplicationReceipt {
  const answerOn = clockAt(answerAt(createdAt).toISOString(), deps.site.timeZone).date
  return { id: id as ApplicationId, createdAt, status, answerOn, token: userId ? null : applicationToken(deps, id) }
}

/** Email addresses are compared case-insensitively (D9). */
function digestOf({ email, ...fields }: Omit<ApplicationRequest, "consent">, at: Date): string {
  const isGiven = ([, value]: readonly [string, unknown]) => value !== undefined
  const parts = [at.toISOString().slice(0, 10), email.toLowerCase(), Object.entries(fields).filter(isGiven).toSorted()]
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex")
}
