import { clockAt } from "@haitech/contract/clock"
import type { Deps } from "#deps.ts"
import { type Gift, giftsOf, insertStatements } from "#features/donations/queries/gifts.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

export interface Statement {
  readonly email: string
  readonly year: number
  /** The oldest first, at least one. */
  readonly gifts: readonly [Gift, ...Gift[]]
}

const BATCH = 100
/** Between them, in the organisation's time zone, donors who have no statement of last year get one. */
const FIRST_DAY = "01-10"
const LAST_DAY = "03-31"

/**
 * Runs daily and sends each donor one statement of last year, ten days after it ended, so that late payments are in it.
 * A server that was off in January does it later.
 */
export async function sendStatements({ db, now, site }: Pick<Deps, "db" | "now" | "site">): Promise<void> {
  const { date } = clockAt(now().toISOString(), site.timeZone)
  const day = date.slice(5)
  if (day < FIRST_DAY || day > LAST_DAY) return
  const year = Number(date.slice(0, 4)) - 1
  for (let count = BATCH; count > 0; ) {
    count = await db.transaction(async (tx) => {
      const added = await insertStatements(tx, year, BATCH)
      for (const { id, email } of added)
        await enqueue(tx, { kind: "donation.statement", key: `donation.statement:${id}`, payload: { email, year } })
      return added.length
    })
  }
}

/** The amounts are those of today. @returns undefined without a gift in that year */
export async function readStatement(
  { db }: Pick<Deps, "db">,
  email: string,
  year: number,
): Promise<Statement | undefined> {
  const [first, ...others] = await giftsOf(db, email, year)
  return first && { email, year, gifts: [first, ...others] }
}
