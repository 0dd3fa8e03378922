import type { Language } from "@haitech/contract/languages"
import type { Download } from "@haitech/contract/route"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { exportPersonalData, findCourseProgress } from "#features/members/queries/export.ts"
import type { Member } from "#platform/actor.ts"
import { csv } from "#platform/csv.ts"
import { text } from "#platform/messages.ts"

/** An export reads every table; this is enough for a person, but not for a script. */
const EXPORT_LIMIT = { name: "export.user", limit: 20, windowSeconds: 3600 }

/** Read from one snapshot of the database. @throws {Problem} `rate.limited` */
export async function exportMemberData({ db, limiter, now, site }: Deps, actor: Member): Promise<Download> {
  await limiter.take(EXPORT_LIMIT, actor.id)
  const user = await requireUser(db, actor.id)
  const key = { userId: actor.id, email: user.emailVerifiedAt ? user.email : null }
  const tables = await db.transaction((tx) => exportPersonalData(tx, key), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  })
  const all = { site: site.url, exportedAt: now().toISOString(), ...tables }
  return { type: "application/json", name: "my-data.json", bytes: Buffer.from(JSON.stringify(all, null, 2)) }
}

export async function exportProgress({ db, limiter }: Deps, actor: Member, language: Language): Promise<Download> {
  await limiter.take(EXPORT_LIMIT, actor.id)
  const rows = await findCourseProgress(db, actor.id)
  const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? null
  const head = ["course", "progress", "enrolled", "completed", "last_visit"] as const
  const table = csv([
    head.map((name) => text(language, `export.${name}`)),
    ...rows.map((row) => [
      row.course,
      row.progressPercentage,
      dayOf(row.enrolledAt),
      dayOf(row.completedAt),
      dayOf(row.lastAccessedAt),
    ]),
  ])
  return { type: "text/csv; charset=utf-8", name: "my-progress.csv", bytes: Buffer.from(table) }
}
