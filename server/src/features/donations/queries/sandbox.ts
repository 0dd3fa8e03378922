import { and, asc, eq, gt, gte, inArray, lte, ne, sql } from "drizzle-orm"
import { sandboxIntents, sandboxSubscriptions } from "#features/donations/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

type NewIntent = typeof sandboxIntents.$inferInsert

export async function insertIntent(db: Db | Tx, intent: NewIntent): Promise<void> {
  await db.insert(sandboxIntents).values(intent).onConflictDoNothing()
}

export async function findIntent(db: Db, id: string): Promise<SandboxIntent | undefined> {
  const [intent] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id))
  return intent
}

export type SandboxIntent = typeof sandboxIntents.$inferSelect

interface IntentPage {
  readonly after: string | undefined
  readonly limit: number
}

export function intentsSince(db: Db, since: Date, { after, limit }: IntentPage): Promise<SandboxIntent[]> {
  return db
    .select()
    .from(sandboxIntents)
    .where(and(gte(sandboxIntents.createdAt, since), after ? gt(sandboxIntents.id, after) : undefined))
    .orderBy(asc(sandboxIntents.id))
    .limit(limit)
}

export function refundedIntents(db: Db, { after, limit }: IntentPage): Promise<{ id: string }[]> {
  return db
    .select({ id: sandboxIntents.id })
    .from(sandboxIntents)
    .where(and(gt(sandboxIntents.refunded, 0), after ? gt(sandboxIntents.id, after) : undefined))
    .orderBy(asc(sandboxIntents.id))
    .limit(limit)
}

/** An intent that is paid, at the bank or canceled stays as it is. */
export async function moveIntent(db: Db, id: string, change: Pick<NewIntent, "state" | "paidAt">): Promise<void> {
  const isOpen = inArray(sandboxIntents.state, ["open", "declined"])
  await db
    .update(sandboxIntents)
    .set(change)
    .where(and(eq(sandboxIntents.id, id), isOpen))
}

type SandboxSubscription = typeof sandboxSubscriptions.$inferSelect

export async function insertSubscription(
  db: Db,
  subscription: typeof sandboxSubscriptions.$inferInsert,
): Promise<void> {
  await db.insert(sandboxSubscriptions).values(subscription).onConflictDoNothing()
}

export async function findSubscription(db: Db, id: string): Promise<SandboxSubscription | undefined> {
  const [subscription] = await db.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id))
  return subscription
}

export async function startSubscription(
  db: Db,
  id: string,
  { cardLast4, startedAt, nextAt }: { readonly cardLast4: string; readonly startedAt: Date; readonly nextAt: Date },
): Promise<void> {
  await db
    .update(sandboxSubscriptions)
    .set({ state: "active", cardLast4, startedAt, nextAt })
    .where(and(eq(sandboxSubscriptions.id, id), eq(sandboxSubscriptions.state, "incomplete")))
}

export async function changeSubscription(
  db: Db,
  id: string,
  change: Partial<Pick<SandboxSubscription, "state" | "amount" | "cardLast4">>,
): Promise<void> {
  const isRunning = inArray(sandboxSubscriptions.state, ["active", "paused"])
  await db
    .update(sandboxSubscriptions)
    .set(change)
    .where(and(eq(sandboxSubscriptions.id, id), isRunning))
}

export async function lockDueSubscriptions(tx: Tx, now: Date): Promise<SandboxSubscription[]> {
  const { state, nextAt } = sandboxSubscriptions
  return tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(inArray(state, ["active", "paused"]), lte(nextAt, now)))
    .for("update", { skipLocked: true })
}

export async function advanceSubscription(
  tx: Tx,
  id: string,
  { isFailing, nextAt }: { readonly isFailing: boolean; readonly nextAt: Date },
): Promise<void> {
  await tx
    .update(sandboxSubscriptions)
    .set({ isFailing, nextAt, charges: sql`${sandboxSubscriptions.charges} + 1` })
    .where(and(eq(sandboxSubscriptions.id, id), ne(sandboxSubscriptions.state, "stopped")))
}
