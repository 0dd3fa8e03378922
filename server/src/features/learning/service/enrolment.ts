import type { CourseId } from "@haitech/contract/ids"
import type { Deps } from "#deps.ts"
import { lockLearner } from "#features/learning/queries/events.ts"
import { findCourseProgress, isPublished, saveVisits } from "#features/learning/queries/progress.ts"
import type { UserCourseProgressRow } from "#features/learning/table.ts"
import type { Member } from "#platform/actor.ts"
import { Problem } from "#platform/problem.ts"

/** Once; enrolled before, it changes nothing. @throws {Problem} `course.unknown`, `session.missing` */
export async function enrolIn(
  { db, now }: Pick<Deps, "db" | "now">,
  actor: Member,
  courseId: CourseId,
): Promise<UserCourseProgressRow> {
  return db.transaction(async (tx) => {
    if (!(await lockLearner(tx, actor.id))) throw new Problem("session.missing")
    if (!(await isPublished(tx, courseId))) throw new Problem("course.unknown")
    await saveVisits(tx, [{ userId: actor.id, courseId, first: now(), last: null }])
    const row = await findCourseProgress(tx, actor.id, courseId)
    if (!row) throw new Error("the enrolment was not stored")
    return row
  })
}
