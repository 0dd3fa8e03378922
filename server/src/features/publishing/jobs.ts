import type { Deps } from "#deps.ts"
import type { Handler } from "#platform/jobs/worker.ts"
import { deliver, deliverTest } from "./service/newsletter-delivery.ts"
import { type Batch, type QueuedEmail, queueBatch, type Start, startScheduled } from "./service/newsletter-sending.ts"
import type { TestEmail } from "./service/newsletters.ts"

export const publishingJobs = (deps: Deps): Readonly<Record<string, Handler>> => ({
  "newsletter.start": (start: Start) => startScheduled(deps, start),
  "newsletter.batch": (batch: Batch) => queueBatch(deps, batch),
  "newsletter.email": (email: QueuedEmail, { attempt }) => deliver(deps, email, attempt),
  "newsletter.test": (test: TestEmail, { key }) => deliverTest(deps, key, test),
})
