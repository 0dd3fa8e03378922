import type { Language } from "@haitech/contract/languages"
import type { Download } from "@haitech/contract/route"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { exportPersonalData, findCourseProgress } from "#features/members/queries/export.ts"
import type { Member } from "#platform/actor.ts"
import { csv } from "#platform/csv.ts"
import { text } from "#platform/messages.ts"

/** It reads every table: enough for a person, too little for a machine. */
const EXPORT_LIMIT = { name: "export.user", limit: 20, windowSeconds: 3600 }

/**
 * Everything that is kept on a member, as they may ask for by law, in one moment of the database.
 * @throws {Problem} `rate.limited`
 */
export async function exportMemberData({ db, limiter, now, site }: Deps, actor: Member): Promise<Download> {
  await limiter.take(EXPORT_LIMIT, actor.id)
  const person = await requireUser(db, actor.id)
  const whose = { userId: actor.id, email: person.emailVerifiedAt ? person.email : null }
  const kept = await db.transaction((tx) => exportPersonalData(tx, whose), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  })
  const all = { site: site.url, exportedAt: now().toISOString(), ...kept }
  return { type: "application/json", name: "my-data.json", bytes: Buffer.from(JSON.stringify(all, null, 2)) }
}

/** A member's courses as a table, in the language of the page. @throws {Problem} `rate.limited` */
export async function exportProgress({ db, limiter }: Deps, actor: Member, language: Language): Promise<Download> {
  await limiter.take(EXPORT_LIMIT, actor.id)
  const rows = await findCourseProgress(db, actor.id)
  const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? null
  const head = ["course", "progress", "enrolled", "completed", "last_visit"] as const
  const table = csv([
    head.map((name) => text(language, `export.${name}`)),
    ...rows.map((row) => [
      row.course,
      row.progressPercentage,
      day(row.enrolledAt),
      day(row.completedAt),
      day(row.lastAccessedAt),
    ]),
  ])
  return { type: "text/csv; charset=utf-8", name: "my-progress.csv", bytes: Buffer.from(table) }
}
