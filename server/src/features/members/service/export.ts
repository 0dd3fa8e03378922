import type { Language } from "@haitech/contract/languages"
import type { Download } from "@haitech/contract/route"
import type { Deps } from "#deps.ts"
import { requireUser } from "#features/accounts/service/account.ts"
import { feedbackForStudent } from "#features/appointments/service/feedback.ts"
import { exportPersonalData, findCourseProgress, findLearningEvents } from "#features/members/queries/export.ts"
import { portraitTable } from "#features/members/queries/pictures.ts"
import { exportSafeguarding } from "#features/members/queries/safeguarding-export.ts"
import { exportVolunteer } from "#features/members/queries/volunteers-export.ts"
import type { ProfilePictureRow } from "#features/members/table.ts"
import type { Member } from "#platform/actor.ts"
import { csv } from "#platform/csv.ts"
import { text } from "#platform/messages.ts"
import { readStored } from "#platform/pictures/store.ts"

/** An export reads every table; this is enough for a person, but not for a script. */
const EXPORT_LIMIT = { name: "export.user", limit: 20, windowSeconds: 3600 }

/** Read from one snapshot of the database. @throws {Problem} `rate.limited`, `server.busy` */
export async function exportMemberData(deps: Deps, actor: Member): Promise<Download> {
  const { db, limiter, now, site } = deps
  await limiter.take(EXPORT_LIMIT, actor.id)
  const user = await requireUser(db, actor.id)
  const key = { userId: actor.id, email: user.emailVerifiedAt ? user.email : null }
  const tables = await db.transaction(
    async (tx) => ({
      ...(await exportPersonalData(tx, key)),
      ...(await exportVolunteer(tx, key)),
      ...(await exportSafeguarding(tx, key)),
    }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  )
  const feedback = tables.session_feedback.map(feedbackForStudent)
  const pictures = await Promise.all(tables.profile_pictures.map((picture) => withBytes(deps, picture)))
  const changed = { session_feedback: feedback, profile_pictures: pictures }
  const all = { site: site.url, exportedAt: now().toISOString(), ...tables, ...changed }
  return { type: "application/json", name: "my-data.json", bytes: Buffer.from(JSON.stringify(all, null, 2)) }
}

async function withBytes(deps: Deps, { large, ...picture }: Pick<ProfilePictureRow, "id" | "large">) {
  const bytes = large ?? (await readStored(deps, portraitTable.folder, picture.id, "large"))
  return { ...picture, webpBase64: bytes ? Buffer.from(bytes).toString("base64") : null }
}

/** Two tables: the courses, and what happened in their lessons. @throws {Problem} `rate.limited` */
export async function exportProgress({ db, limiter }: Deps, actor: Member, language: Language): Promise<Download> {
  await limiter.take(EXPORT_LIMIT, actor.id)
  const titles = (names: readonly Title[]) => names.map((name) => text(language, `export.${name}`))
  const courses = (await findCourseProgress(db, actor.id)).map((row) => [
    row.course,
    row.progressPercentage,
    dayOf(row.enrolledAt),
    dayOf(row.completedAt),
    dayOf(row.lastAccessedAt),
  ])
  const events = (await findLearningEvents(db, actor.id)).map((row) => [
    row.course,
    row.lesson,
    eventName(language, row.kind),
    row.exerciseId,
    row.isCorrect === null ? null : text(language, row.isCorrect ? "export.yes" : "export.no"),
    row.occurredAt.toISOString(),
  ])
  const table = csv([titles(COURSE_TITLES), ...courses, [], titles(EVENT_TITLES), ...events])
  return { type: "text/csv; charset=utf-8", name: "my-progress.csv", bytes: Buffer.from(table) }
}

const COURSE_TITLES = ["course", "progress", "enrolled", "completed", "last_visit"] as const
const EVENT_TITLES = ["course", "lesson", "event", "exercise", "correct", "when"] as const
type Title = (typeof COURSE_TITLES | typeof EVENT_TITLES)[number]

const EVENT_KINDS = ["lesson.read", "exercise.answered", "lesson.completed"] as const

/** A later release may have stored other kinds. */
function eventName(language: Language, kind: string): string {
  const known = EVENT_KINDS.find((name) => name === kind)
  return known ? text(language, `export.event.${known}`) : kind
}

function dayOf(at: Date | null): string | null {
  return at?.toISOString().slice(0, 10) ?? null
}
