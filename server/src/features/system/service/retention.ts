import type { RetentionRecord } from "@haitech/contract/admin/retention"
import {
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPeriods,
  SHORTENING_DAYS,
} from "@haitech/contract/retention"
import type { Deps } from "#deps.ts"
import { countUnpaidDonors } from "#features/donations/service/retention.ts"
import { countSettledReports } from "#features/groups/service/moderation.ts"
import { countVolunteerData } from "#features/volunteers/service/retention.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db } from "#platform/db/client.ts"
import { countSentEmails } from "#platform/mail/sent-emails.ts"
import { Problem } from "#platform/problem.ts"
import {
  currentPeriods,
  cutoffAt,
  lockPeriod,
  periodAt,
  type StoredPeriod,
  storedPeriods,
  updatePeriod,
} from "#platform/retention/periods.ts"

type RetentionDeps = Pick<Deps, "db" | "now">

const HOUR_MS = 3_600_000
const SHORTENING_MS = SHORTENING_DAYS * 24 * HOUR_MS
const FAR_AWAY = new Date("9999-01-01T00:00:00Z")

/** The rows that are deleted once they are older than the date. */
const COUNTS: Readonly<Record<RetentionKind, (db: Db, before: Date) => Promise<number>>> = {
  ...countVolunteerData,
  group_reports: countSettledReports,
  unpaid_donors: countUnpaidDonors,
  sent_emails: countSentEmails,
}

export async function listRetention(deps: RetentionDeps): Promise<RetentionRecord[]> {
  const stored = await storedPeriods(deps.db)
  return Promise.all(RETENTION_KINDS.map((kind) => present(deps, stored[kind])))
}

export function presentPeriods(deps: RetentionDeps): Promise<RetentionPeriods> {
  return currentPeriods(deps)
}

/** How many rows the period would delete today, and when it would begin to act as a shorter one. */
export async function countOlder({ db, now }: RetentionDeps, kind: RetentionKind, period: number) {
  const rows = await COUNTS[kind](db, cutoffAt(now(), kind, period))
  return { rows, appliesAt: new Date(now().getTime() + SHORTENING_MS).toISOString() }
}

interface Change {
  readonly kind: RetentionKind
  readonly version: number
  readonly period: number
}

/** @throws {Problem} `record.changed`, `request.invalid` outside the limits of the kind */
export async function saveRetention(
  deps: RetentionDeps,
  actor: Member,
  { kind, version, period }: Change,
): Promise<RetentionRecord> {
  const { min, max } = RETENTION[kind]
  if (period < min || period > max) throw new Problem("request.invalid", { fields: { period: "retention.invalid" } })
  const saved = await deps.db.transaction(async (tx) => {
    const before = await lockPeriod(tx, kind)
    // The same request again must not begin the days anew.
    if (before.period === period) return before
    if (before.version !== version) throw new Problem("record.changed")
    const current = periodAt(deps.now(), before)
    const appliesAt = new Date(deps.now().getTime() + (period < current ? SHORTENING_MS : 0))
    const after = { kind, version: version + 1, period, previousPeriod: current, appliesAt }
    await updatePeriod(tx, after)
    await record(tx, { actor, action: "retention.changed", before: factsOf(before), after: factsOf(after) })
    return after
  })
  return present(deps, saved)
}

function factsOf({ kind, period, appliesAt }: StoredPeriod) {
  return { kind, period, appliesAt: appliesAt.getTime() === 0 ? null : appliesAt.toISOString() }
}

async function present({ db, now }: RetentionDeps, stored: StoredPeriod): Promise<RetentionRecord> {
  const { kind, version, appliesAt } = stored
  const nextSweep = new Date(Math.ceil(now().getTime() / HOUR_MS) * HOUR_MS)
  const [rows, due] = await Promise.all([
    COUNTS[kind](db, FAR_AWAY),
    COUNTS[kind](db, cutoffAt(nextSweep, kind, periodAt(nextSweep, stored))),
  ])
  const pending = appliesAt > now() ? { period: stored.period, appliesAt: appliesAt.toISOString() } : null
  return { kind, version, period: periodAt(now(), stored), pending, rows, due }
}
