import { clockAt } from "@haitech/contract/clock"
import { isSameWeek, OPENING_HOURS, type OpeningWeek } from "@haitech/contract/opening-hours"
import type { Deps } from "#deps.ts"
import {
  closedDaysFrom,
  insertOpeningHours,
  latestOpeningHours,
  type SavedHours,
} from "#features/chat/queries/opening-hours.ts"
import { opensAt } from "#features/chat/rules.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

export async function currentOpeningHours(db: Db | Tx): Promise<SavedHours> {
  return (await latestOpeningHours(db)) ?? { version: 0, week: OPENING_HOURS }
}

/** Saving the same hours again changes nothing. @throws {Problem} `record.changed` */
export async function saveOpeningHours(
  { db }: Pick<Deps, "db">,
  actor: Member,
  { version, week }: SavedHours,
): Promise<SavedHours> {
  return db.transaction(async (tx) => {
    const before = await currentOpeningHours(tx)
    if (isSameWeek(before.week, week)) return before
    const saved = { version: version + 1, week }
    if (before.version !== version || !(await insertOpeningHours(tx, saved))) return requireSame(tx, week)
    await record(tx, { actor, action: "opening_hours.saved", before: { week: before.week }, after: { week } })
    return saved
  })
}

/** @throws {Problem} `record.changed` */
async function requireSame(tx: Tx, week: OpeningWeek): Promise<SavedHours> {
  const current = await currentOpeningHours(tx)
  if (!isSameWeek(current.week, week)) throw new Problem("record.changed")
  return current
}

/** The hours of the week, the closed days from today on, and the next opening, which is null while open. */
export async function openingStatus({ db, now, site }: Pick<Deps, "db" | "now" | "site">) {
  const { date: today } = clockAt(now().toISOString(), site.timeZone)
  const [{ week }, closedDays] = await Promise.all([currentOpeningHours(db), closedDaysFrom(db, today)])
  return { week, closedDays, opensAt: opensAt(now(), site.timeZone, { week, closedDays }) }
}
