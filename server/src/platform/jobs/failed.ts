import { and, eq, isNotNull, sql } from "drizzle-orm"
import { record } from "#platform/audit/record.ts"
import type { Db } from "#platform/db/client.ts"
import { type ListDefinition, type ListQuery, paginate } from "#platform/lists/paginate.ts"
import { Problem } from "#platform/problem.ts"
import { notifyWorkers } from "./outbox.ts"
import { outbox } from "./table.ts"

type FailedJobSort = "newest" | "oldest"

const LIST: ListDefinition<typeof outbox, FailedJobSort> = {
  table: outbox,
  id: outbox.id,
  sorts: {
    newest: { by: outbox.failedAt, type: "timestamptz", direction: "down" },
    oldest: { by: outbox.failedAt, type: "timestamptz", direction: "up" },
  },
  always: isNotNull(outbox.failedAt),
}

export function paginateFailedJobs(db: Db, query: ListQuery<FailedJobSort>) {
  return paginate(db, LIST, query)
}

export async function retryJob(db: Db, actor: { readonly id: string }, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [retried] = await tx
      .update(outbox)
      .set({ failedAt: null, attempts: 0, dueAt: sql`now()` })
      .where(and(eq(outbox.id, id), isNotNull(outbox.failedAt)))
      .returning({ kind: outbox.kind })
    if (retried) {
      await record(tx, { actor, action: "job.retried", subjectId: id, after: { kind: retried.kind } })
      await notifyWorkers(tx)
    } else if ((await tx.$count(outbox, eq(outbox.id, id))) === 0) throw new Problem("record.unknown")
  })
}
