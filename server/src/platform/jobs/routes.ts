import { type FailedJob, listFailedJobs, retryJob } from "@haitech/contract/admin/jobs"
import type { Db } from "#platform/db/client.ts"
import { handle } from "#platform/http/handle.ts"
import { paginateFailedJobs, retryJob as retry } from "./failed.ts"
import type { OutboxRow } from "./table.ts"

export const jobRoutes = ({ db }: { readonly db: Db }) => [
  handle(listFailedJobs, async ({ query }) => {
    const page = await paginateFailedJobs(db, query)
    return { ...page, rows: page.rows.map(present) }
  }),
  handle(retryJob, async ({ actor, params }) => {
    await retry(db, actor, params.id)
    return undefined
  }),
]

function present({ id, kind, payload, attempts, lastError, createdAt, failedAt }: OutboxRow): FailedJob {
  return {
    id,
    kind,
    recipient: recipientOf(payload),
    attempts,
    error: lastError,
    createdAt: createdAt.toISOString(),
    failedAt: (failedAt ?? createdAt).toISOString(),
  }
}

function recipientOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null || !("to" in payload)) return null
  return typeof payload.to === "string" ? payload.to : null
}
