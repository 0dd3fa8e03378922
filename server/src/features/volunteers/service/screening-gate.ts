import { shareScreenings } from "#features/volunteers/queries/screening.ts"
import type { Tx } from "#platform/db/client.ts"
import { Problem } from "#platform/problem.ts"

/**
 * Holds a person's screening as it is until the transaction ends. Tutors are locked before it, and slots after it.
 * @throws {Problem} `tutor.unscreened` unless it covers the instant
 */
export async function requireScreening(tx: Tx, userId: string, until: Date): Promise<void> {
  if (!(await isScreened(tx, userId, until))) throw new Problem("tutor.unscreened")
}

/** It stays so until the transaction ends. */
export async function isScreened(tx: Tx, userId: string, until: Date): Promise<boolean> {
  const [screening] = await holdScreenings(tx, [userId])
  return Boolean(screening?.screenedUntil && screening.screenedUntil >= until)
}

/** What the transaction reads of these screenings afterwards stays true until it ends. */
export function holdScreenings(tx: Tx, userIds: readonly string[]) {
  return shareScreenings(tx, userIds)
}
