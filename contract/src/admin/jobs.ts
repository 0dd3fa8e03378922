import * as z from "zod/mini"
import { listQuery, page } from "#lists.ts"
import { route } from "#route.ts"
import { Instant } from "#time.ts"

/** A job that was given up. `recipient` is the address of its email, if the job is one email to one address. */
export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.nullable(z.string()),
  attempts: z.int(),
  /** The code of the last error, such as `EENVELOPE 550`. */
  error: z.nullable(z.string()),
  createdAt: Instant,
  failedAt: Instant,
})
export type FailedJob = z.output<typeof FailedJob>

export const listFailedJobs = route({
  method: "GET",
  path: "/api/admin/failed-jobs",
  access: "admin",
  query: listQuery({}, ["newest", "oldest"]),
  list: true,
  reply: page(FailedJob),
})

/** Makes a failed job due at once, with all its attempts. Does nothing for a job that has not failed (any more). */
export const retryJob = route({
  method: "POST",
  path: "/api/admin/failed-jobs/:id/retry",
  access: "admin",
  status: 204,
  params: z.object({ id: z.uuid("id.invalid") }),
  reply: z.undefined(),
})
