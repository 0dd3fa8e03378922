import { WAITING_PLACES } from "@haitech/contract/appointments"
import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm"
import type { AvailableTimeSlotRow } from "#features/appointments/table/slots.ts"
import { type WaitingForSlotRow, waitingForSlots } from "#features/appointments/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

const PLACES = Array.from({ length: WAITING_PLACES }, (_, index) => index + 1)

export type NewWaiting = Pick<WaitingForSlotRow, "date" | "userId" | "email" | "language" | "sessionType">

/**
 * Until the transaction ends nobody else begins to wait for these days or opens hours on them: somebody who begins to wait
 * at that moment would see no free hour, and the hour nobody who waits. Slots are locked before days.
 */
export async function holdDays(tx: Tx, dates: readonly string[]): Promise<void> {
  const days = sql.join(
    dates.map((date) => sql`(hashtext(${`waiting_for_slots.${date}`}))`),
    sql`, `,
  )
  await tx.execute(
    sql`select pg_advisory_xact_lock(day) from (select day from (values ${days}) days (day) order by 1) held`,
  )
}

/** The caller holds the day. @returns whether the address now has a place of it, also from an earlier call */
export async function insertWaiting(tx: Tx, waiting: NewWaiting): Promise<boolean> {
  const { id, date, place, toldAt } = waitingForSlots
  const rows = await tx
    .select({ id, place, toldAt, isOwn: isAddress(waiting.email).mapWith(Boolean) })
    .from(waitingForSlots)
    .where(eq(date, waiting.date))
  const own = rows.find(({ isOwn }) => isOwn)
  if (own?.toldAt === null) return true
  const free = PLACES.find((number) => rows.every((row) => row === own || row.place !== number))
  if (free === undefined) return false
  const { sessionType, language } = waiting
  const again = { place: free, toldAt: null, createdAt: sql`now()`, sessionType, language }
  if (own) await tx.update(waitingForSlots).set(again).where(eq(id, own.id))
  else await tx.insert(waitingForSlots).values({ ...waiting, place: free })
  return true
}

/** Marks the first who waits for one of the day's sessions as told. Concurrent calls mark different people. */
export async function takeFirstWaiting(
  tx: Tx,
  { date, sessionTypes }: Pick<AvailableTimeSlotRow, "date" | "sessionTypes">,
  toldAt: Date,
): Promise<WaitingForSlotRow | undefined> {
  const [first] = await tx
    .select({ id: waitingForSlots.id })
    .from(waitingForSlots)
    .where(
      and(
        eq(waitingForSlots.date, date),
        isNull(waitingForSlots.toldAt),
        inArray(waitingForSlots.sessionType, sessionTypes),
      ),
    )
    .orderBy(asc(waitingForSlots.createdAt), asc(waitingForSlots.place))
    .limit(1)
    .for("update", { skipLocked: true })
  if (!first) return undefined
  const mark = { toldAt, place: null }
  const [marked] = await tx.update(waitingForSlots).set(mark).where(eq(waitingForSlots.id, first.id)).returning()
  return marked
}

/** The days for which somebody waits who has not been told. */
export async function awaitedDays(tx: Tx, dates: readonly string[]): Promise<ReadonlySet<string>> {
  const { date, toldAt } = waitingForSlots
  const rows = await tx
    .selectDistinct({ date })
    .from(waitingForSlots)
    .where(and(inArray(date, [...dates]), isNull(toldAt)))
  return new Set(rows.map((row) => row.date))
}

export async function findWaiting(db: Db, id: string): Promise<WaitingForSlotRow | undefined> {
  const [row] = await db.select().from(waitingForSlots).where(eq(waitingForSlots.id, id))
  return row
}

export async function deleteWaitingOf(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string | null },
): Promise<void> {
  const isOfAddress = email ? and(isNull(waitingForSlots.userId), isAddress(email)) : undefined
  await tx.delete(waitingForSlots).where(or(eq(waitingForSlots.userId, userId), isOfAddress))
}

export async function deleteWaitingBefore(db: Db, date: string): Promise<void> {
  await db.delete(waitingForSlots).where(lt(waitingForSlots.date, date))
}

function isAddress(email: string) {
  return eq(sql`lower(${waitingForSlots.email})`, email.toLowerCase())
}
