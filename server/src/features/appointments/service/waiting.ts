import type { Deps } from "#deps.ts"
import { findSlotsOfDays, holdSlotsOfDay } from "#features/appointments/queries/open-slots.ts"
import {
  deleteWaitingBefore,
  holdDays,
  insertWaiting,
  type NewWaiting,
} from "#features/appointments/queries/waiting.ts"
import { requireBookable } from "#features/safeguarding/service/protection.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"
import { listBookable } from "./open-slots.ts"

const HALF_DAY_MS = 12 * 3_600_000

/**
 * Holds the day and its slots, as a place may come free meanwhile.
 * @throws {Problem} `waiting.closed`, `waiting.full`, those of `requireBookable`
 */
export async function waitForPlace({ db, now }: Pick<Deps, "db" | "now">, waiting: NewWaiting): Promise<void> {
  await db.transaction(async (tx) => {
    await holdSlotsOfDay(tx, waiting.date)
    await holdDays(tx, [waiting.date])
    if (!(await isDayTaken(tx, waiting, now()))) throw new Problem("waiting.closed")
    if (!(await insertWaiting(tx, waiting))) throw new Problem("waiting.full")
    if (waiting.userId) await requireBookable(tx, waiting.userId, now())
  })
}

async function isDayTaken(tx: Tx, { date, sessionType }: NewWaiting, now: Date): Promise<boolean> {
  const slots = await listBookable(tx, await findSlotsOfDays(tx, { date, days: 1 }, now), now)
  const wanted = slots.filter(({ sessionTypes }) => sessionTypes.includes(sessionType))
  return wanted.length > 0 && wanted.every(({ currentBookings, maxBookings }) => currentBookings >= maxBookings)
}

/** A day is over everywhere on Earth twelve hours after it is over in UTC. */
export async function sweepWaiting({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteWaitingBefore(db, new Date(now().getTime() - HALF_DAY_MS).toISOString().slice(0, 10))
}
