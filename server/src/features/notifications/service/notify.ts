import type { NotificationDeviceId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { subscriptionsIn, subscriptionsOf, timeZones } from "#features/notifications/queries.ts"
import { isReviewHour, localDay } from "#features/notifications/rules.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { enqueue } from "#platform/jobs/outbox.ts"

/** What a notification may say: people other than the member read a locked screen, too. */
export type Notice =
  | { readonly kind: "sessions"; readonly startsAt: string; readonly sessionId: string; readonly isTutor?: boolean }
  | { readonly kind: "replies" }
  | { readonly kind: "reviews" }

export type PushPayload = Notice & { readonly device: NotificationDeviceId; readonly expiresAt: string }

interface Recipient {
  readonly userId: string
  readonly key: string
  readonly expiresAt: Date
}

/** A job for each device of the member, in the caller's transaction if there is one. */
export async function notify(
  { db, now, push }: Pick<Deps, "now" | "push"> & { readonly db: Db | Tx },
  { userId, key, expiresAt }: Recipient,
  notice: Notice,
): Promise<void> {
  if (!push) return
  for (const { id } of await subscriptionsOf(db, userId, notice.kind, now())) {
    const payload: PushPayload = { ...notice, device: id, expiresAt: expiresAt.toISOString() }
    await enqueue(db, { kind: "notification.push", key: `notification.push/${key}/${id}`, payload })
  }
}

/** The members whose clock shows the hour of the reviews, each once, with the day on it. */
export async function membersToRecall({ db, now, push }: Pick<Deps, "db" | "now" | "push">) {
  if (!push) return []
  const zones = (await timeZones(db)).filter((zone) => isReviewHour(now(), zone))
  if (zones.length === 0) return []
  const rows = await subscriptionsIn(db, zones, "reviews", now())
  const members = new Map(rows.map((row) => [row.userId, row]))
  return [...members.values()].map(({ userId, language, timeZone }) => ({
    userId,
    language,
    day: localDay(now(), timeZone),
  }))
}
