import { Cron } from "croner"
import type { Db } from "#platform/db/client.ts"
import { enqueue } from "./outbox.ts"
import type { Handler } from "./worker.ts"

export interface RecurringJob {
  /** A cron expression in UTC, at least once a week: the outbox forgets what ran a month ago. */
  readonly cron: string
  readonly run: () => Promise<void>
}

interface Tick {
  readonly at: string
}

interface RecurringDeps {
  readonly db: Db
  readonly now: () => Date
}

type RecurringJobs = Readonly<Record<string, RecurringJob>>

/**
 * Enqueues the next run of each job. The key names the time, so several processes enqueue it once. A run that came due
 * while no process was running is done at the next start, once for all that were missed.
 */
export async function scheduleRecurring(deps: RecurringDeps, jobs: RecurringJobs): Promise<void> {
  for (const [kind, job] of Object.entries(jobs)) await enqueueNext(deps, kind, job)
}

/** Each run first enqueues the next one, so that a crash or a failure does not end the series. */
export function recurringHandlers(deps: RecurringDeps, jobs: RecurringJobs): Readonly<Record<string, Handler>> {
  const handlers = Object.entries(jobs).map(([kind, job]) => {
    const handler: Handler = async ({ at }: Tick, { attempt }) => {
      await enqueueNext(deps, kind, job)
      const isSuperseded = attempt > 1 && nextRun(job, new Date(at)) <= deps.now()
      if (!isSuperseded) await job.run()
    }
    return [kind, handler] as const
  })
  return Object.fromEntries(handlers)
}

async function enqueueNext({ db, now }: RecurringDeps, kind: string, job: RecurringJob): Promise<void> {
  const dueAt = nextRun(job, now())
  const at = dueAt.toISOString()
  await enqueue(db, { kind, key: `${kind}/${at}`, payload: { at } satisfies Tick, dueAt })
}

function nextRun({ cron }: RecurringJob, after: Date): Date {
  const next = new Cron(cron, { timezone: "UTC" }).nextRun(after)
  if (!next) throw new Error(`the cron expression "${cron}" has no next run`)
  return next
}
