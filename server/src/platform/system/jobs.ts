import type { Finding } from "@haitech/contract/admin/system"
import { sql } from "drizzle-orm"
import type { Db } from "#platform/db/client.ts"
import { outboxStats } from "#platform/jobs/outbox.ts"
import { finding } from "./finding.ts"

const LATE_S = 15 * 60

/** Emails and other effects that wait, or were given up. Nothing before the first start, which creates their table. */
export async function checkJobs(db: Db): Promise<readonly Finding[]> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select to_regclass('outbox') is not null as exists`)
  if (!rows[0]?.exists) return []
  const { waiting, failed, oldestAgeSeconds } = await outboxStats(db)
  const isLate = oldestAgeSeconds > LATE_S
  return [
    isLate
      ? finding("jobs_late", { count: waiting, minutes: Math.round(oldestAgeSeconds / 60) })
      : finding("jobs_done", { count: waiting }),
    ...(failed > 0 ? [finding("jobs_failed", { count: failed })] : []),
  ]
}
