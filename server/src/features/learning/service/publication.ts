import type { Deps } from "#deps.ts"
import { lockCourse, lockLesson, updateCourse, updateLesson } from "#features/learning/queries/texts.ts"
import type { Member } from "#platform/actor.ts"
import { record } from "#platform/audit/record.ts"
import { Problem } from "#platform/problem.ts"
import { recomputeCourse } from "./course-progress.ts"

interface Publication {
  readonly isPublished: boolean
}

/** @throws {Problem} `course.unknown` */
export async function publishCourse(
  { db }: Pick<Deps, "db">,
  actor: Member,
  id: string,
  { isPublished }: Publication,
): Promise<void> {
  await db.transaction(async (tx) => {
    const course = await lockCourse(tx, id)
    if (!course) throw new Problem("course.unknown")
    if (course.isPublished === isPublished) return
    await updateCourse(tx, id, { isPublished })
    await record(tx, { actor, action: isPublished ? "course.published" : "course.unpublished", subjectId: id })
  })
}

/** The progress of its course's learners counts published lessons. @throws {Problem} `lesson.unknown` */
export async function publishLesson(
  { db }: Pick<Deps, "db">,
  actor: Member,
  id: string,
  { isPublished }: Publication,
): Promise<void> {
  await db.transaction(async (tx) => {
    const lesson = await lockLesson(tx, id, "no key update")
    if (!lesson) throw new Problem("lesson.unknown")
    if (lesson.isPublished === isPublished) return
    await updateLesson(tx, id, { isPublished })
    await recomputeCourse(tx, lesson.courseId)
    await record(tx, { actor, action: isPublished ? "lesson.published" : "lesson.unpublished", subjectId: id })
  })
}
