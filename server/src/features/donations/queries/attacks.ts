import { and, desc, eq, isNull, lt, sql } from "drizzle-orm"
import { type AttackRow, cardTestingAttacks } from "#features/donations/table/attacks.ts"
import { paymentEvents } from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const { id, startedAt, lastAt, endedAt, attempts } = cardTestingAttacks

export async function endQuietAttack(tx: Tx, seconds: number): Promise<void> {
  await tx
    .update(cardTestingAttacks)
    .set({ endedAt: lastAt })
    .where(and(isNull(endedAt), lt(lastAt, secondsAgo(seconds))))
}

/** @returns whether an attack goes on */
export async function continueAttack(tx: Tx, more: number): Promise<boolean> {
  const rows = await tx
    .update(cardTestingAttacks)
    .set({ lastAt: sql`greatest(${lastAt}, now()::timestamptz(3))`, attempts: sql`${attempts} + ${more}` })
    .where(isNull(endedAt))
    .returning({ id })
  return rows.length > 0
}

/** @returns undefined if another process was first */
export async function insertAttack(tx: Tx, first: number): Promise<AttackRow | undefined> {
  const [row] = await tx.insert(cardTestingAttacks).values({ attempts: first }).onConflictDoNothing().returning()
  return row
}

export async function findAttack(db: Db, attackId: string): Promise<AttackRow | undefined> {
  const [row] = await db.select().from(cardTestingAttacks).where(eq(id, attackId))
  return row
}

export interface RecentAttack {
  readonly startedAt: Date
  readonly lastAt: Date
  readonly isOver: boolean
  readonly attempts: number
  readonly declines: number
}

/** The last attack, if it went on in the last day. Its declines are those since ten minutes before it was noticed. */
export async function recentAttack(db: Db, quietSeconds: number): Promise<RecentAttack | undefined> {
  const { type, receivedAt } = paymentEvents
  const declines = db
    .select({ count: sql`count(*)::int` })
    .from(paymentEvents)
    .where(
      and(
        eq(type, "payment_intent.payment_failed"),
        sql`${receivedAt} between ${startedAt} - make_interval(secs => ${quietSeconds}) and ${lastAt}`,
      ),
    )
  const [row] = await db
    .select({
      startedAt,
      lastAt,
      attempts,
      isOver: sql<boolean>`${lastAt} < ${secondsAgo(quietSeconds)}`,
      declines: sql<number>`(${declines})`,
    })
    .from(cardTestingAttacks)
    .where(sql`${lastAt} > now() - interval '24 hours'`)
    .orderBy(desc(lastAt))
    .limit(1)
  return row
}

function secondsAgo(seconds: number) {
  return sql`now() - make_interval(secs => ${seconds})`
}
