import type { Deps } from "#deps.ts"
import { countDueReviews } from "#features/learning/queries/reviews.ts"
import { membersToRecall, notify } from "#features/notifications/service/notify.ts"

const HOUR_MS = 3_600_000
const HOURS = 4

/** Once a day, each member who has something to review hears of it on their devices. */
export async function recallReviews(deps: Pick<Deps, "db" | "now" | "push">): Promise<void> {
  const { db, now } = deps
  for (const { userId, language, day } of await membersToRecall(deps)) {
    if ((await countDueReviews(db, { userId, now: now(), language }, 1)) === 0) continue
    const expiresAt = new Date(now().getTime() + HOURS * HOUR_MS)
    await notify(deps, { userId, key: `reviews/${userId}/${day}`, expiresAt }, { kind: "reviews" })
  }
}
