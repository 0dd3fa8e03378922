import type { DonationDifference } from "@haitech/contract/admin/donations"
import type { Deps } from "#deps.ts"
import { differenceExists, settleDifference, shownDifferences } from "#features/donations/queries/differences.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"

export async function listDifferences({ db }: Pick<Deps, "db">): Promise<DonationDifference[]> {
  const rows = await shownDifferences(db)
  return rows.map(({ id, kind, intentId, donationId, recorded, taken, currency, foundAt }) => ({
    id,
    kind,
    intentId,
    donationId,
    recorded,
    taken,
    currency,
    foundAt: foundAt.toISOString(),
  }))
}

/** Does nothing to one that is closed or settled. @throws {Problem} `record.unknown` */
export async function settle({ db }: Pick<Deps, "db">, actor: Member, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await settleDifference(tx, id)
    if (!row && !(await differenceExists(tx, id))) throw new Problem("record.unknown")
    const after = row && { name: row.intentId, kind: row.kind }
    if (after) await record(tx, { actor, action: "donation.difference_settled", subjectId: id, after })
  })
}
