import { byKind, RETENTION, type RetentionKind, type RetentionPeriods } from "@haitech/contract/retention"
import { eq } from "drizzle-orm"
import { Temporal } from "temporal-polyfill"
import type { Db, Tx } from "#platform/db/client.ts"
import { type RetentionPeriodRow, retentionPeriods } from "./table.ts"

export type StoredPeriod = Omit<RetentionPeriodRow, "updatedAt">

interface Deps {
  readonly db: Db
  readonly now: () => Date
}

export async function cutoffOf({ db, now }: Deps, kind: RetentionKind): Promise<Date> {
  const [row] = await db.select().from(retentionPeriods).where(eq(retentionPeriods.kind, kind))
  return cutoffAt(now(), kind, periodAt(now(), row ?? longest(kind)))
}

export async function currentPeriods({ db, now }: Deps): Promise<RetentionPeriods> {
  const rows = await storedPeriods(db)
  return byKind((kind) => periodAt(now(), rows[kind]))
}

export async function storedPeriods(db: Db): Promise<Readonly<Record<RetentionKind, StoredPeriod>>> {
  const rows = await db.select().from(retentionPeriods)
  return byKind((kind) => rows.find((row) => row.kind === kind) ?? longest(kind))
}

/** Nobody else changes the period until the transaction ends. */
export async function lockPeriod(tx: Tx, kind: RetentionKind): Promise<StoredPeriod> {
  await tx.insert(retentionPeriods).values(longest(kind)).onConflictDoNothing()
  const [row] = await tx.select().from(retentionPeriods).where(eq(retentionPeriods.kind, kind)).for("update")
  return row ?? longest(kind)
}

export async function updatePeriod(tx: Tx, { kind, ...values }: StoredPeriod): Promise<void> {
  await tx.update(retentionPeriods).set(values).where(eq(retentionPeriods.kind, kind))
}

export function periodAt(at: Date, { period, previousPeriod, appliesAt }: StoredPeriod): number {
  return appliesAt <= at ? period : previousPeriod
}

export function cutoffAt(at: Date, kind: RetentionKind, period: number): Date {
  const { unit } = RETENTION[kind]
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO("UTC")
  return new Date(now.subtract(unit === "month" ? { months: period } : { days: period }).epochMilliseconds)
}

function longest(kind: RetentionKind): StoredPeriod {
  const { max } = RETENTION[kind]
  return { kind, version: 0, period: max, previousPeriod: max, appliesAt: new Date(0) }
}
