import { OUTBOX_DATABASE } from "#platform/offline/database-names.ts"
import { hasDatabase } from "#platform/offline/has-database.ts"

/** What a sign-out would leave on the device; null without any. */
export async function unsentRequests() {
  if (!(await hasDatabase(OUTBOX_DATABASE))) return null
  const { openRequestOutbox } = await import("./request-outbox.ts")
  const outbox = await openRequestOutbox()
  return {
    send: outbox.retryNow,
    count: () => outbox.own().filter(({ refusal }) => refusal === undefined).length,
  }
}
