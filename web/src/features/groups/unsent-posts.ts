import { OUTBOX_DATABASE } from "#platform/offline/database-names.ts"
import { currentOwner, knownOwner } from "#platform/offline/device-account.ts"
import { hasDatabase } from "#platform/offline/has-database.ts"

/** What a sign-out would leave on the device; null without any. */
export async function unsentPosts() {
  if (!(await hasDatabase(OUTBOX_DATABASE))) return null
  const account = await currentOwner().catch(knownOwner)
  if (account === null) return null
  const { openPostQueue } = await import("./post-queue.ts")
  const queue = await openPostQueue(account)
  return { send: queue.retryNow, count: queue.count }
}
