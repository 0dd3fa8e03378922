import { and, eq, getColumns, isNotNull, sql } from "drizzle-orm"
import { type ExerciseResultRow, exerciseResults } from "#features/learning/table/events.ts"
import {
  courses,
  lessons,
  type UserCourseProgressRow,
  type UserLessonProgressRow,
  userCourseProgress,
  userLessonProgress,
} from "#features/learning/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

type NewLessonProgress = Omit<UserLessonProgressRow, "id">

export async function saveLessonProgress(tx: Tx, rows: readonly NewLessonProgress[]): Promise<void> {
  await tx
    .insert(userLessonProgress)
    .values([...rows])
    .onConflictDoUpdate({
      target: [userLessonProgress.userId, userLessonProgress.lessonId],
      set: {
        completedAt: sql`excluded.completed_at`,
        watchTime: sql`excluded.watch_time`,
        isCompleted: sql`excluded.is_completed`,
        position: sql`excluded.position`,
        lastReadAt: sql`excluded.last_read_at`,
      },
    })
}

/** An edit of the lesson that drops a program does not make it another kind of exercise. */
export async function saveResults(tx: Tx, rows: readonly ExerciseResultRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(exerciseResults)
    .values([...rows])
    .onConflictDoUpdate({
      target: [exerciseResults.userId, exerciseResults.lessonId, exerciseResults.exerciseId],
      set: {
        tries: sql`excluded.tries`,
        isCorrect: sql`excluded.is_correct`,
        isFirstTryCorrect: sql`excluded.is_first_try_correct`,
        isProgram: sql`${exerciseResults.isProgram} or excluded.is_program`,
        lastAnsweredAt: sql`excluded.last_answered_at`,
        dueAt: sql`excluded.due_at`,
        card: sql`excluded.card`,
      },
    })
}

interface Visit {
  readonly userId: string
  readonly courseId: string
  readonly first: Date
  readonly last: Date | null
}

/** Enrols at the first of all visits, in whichever order they become known. */
export async function saveVisits(tx: Tx, visits: readonly Visit[]): Promise<void> {
  await tx
    .insert(userCourseProgress)
    .values(visits.map(({ first, last, ...key }) => ({ ...key, enrolledAt: first, lastAccessedAt: last })))
    .onConflictDoUpdate({
      target: [userCourseProgress.userId, userCourseProgress.courseId],
      set: {
        enrolledAt: sql`least(${userCourseProgress.enrolledAt}, excluded.enrolled_at)`,
        lastAccessedAt: sql`greatest(${userCourseProgress.lastAccessedAt}, excluded.last_accessed_at)`,
      },
    })
}

/** After the events that are being stored in it, and before later ones. */
export async function lockCourse(tx: Tx, courseId: string): Promise<void> {
  await tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId)).for("no key update")
}

/** A release that is loaded meanwhile changes rows of many courses, in their order. */
export async function lockCoursesOfLearner(tx: Tx, userId: string): Promise<void> {
  await tx
    .select({ id: courses.id })
    .from(courses)
    .innerJoin(userCourseProgress, eq(userCourseProgress.courseId, courses.id))
    .where(eq(userCourseProgress.userId, userId))
    .orderBy(courses.id)
    .for("share", { of: courses })
}

/** Of one enrolled member, or of all, in one course; lessons that are not published do not count. */
export async function courseFigures(tx: Tx, courseId: string, userId?: string) {
  return tx
    .select({
      id: userCourseProgress.id,
      previouslyCompletedAt: userCourseProgress.completedAt,
      lessons: sql<number>`count(${lessons.id})::int`,
      completed: sql<number>`count(${userLessonProgress.completedAt})::int`,
      lastCompletedAt: sql<Date | null>`max(${userLessonProgress.completedAt})`.mapWith(userLessonProgress.completedAt),
    })
    .from(userCourseProgress)
    .leftJoin(lessons, and(eq(lessons.courseId, userCourseProgress.courseId), lessons.isPublished))
    .leftJoin(
      userLessonProgress,
      and(eq(userLessonProgress.userId, userCourseProgress.userId), eq(userLessonProgress.lessonId, lessons.id)),
    )
    .where(
      and(
        eq(userCourseProgress.courseId, courseId),
        userId === undefined ? undefined : eq(userCourseProgress.userId, userId),
      ),
    )
    .groupBy(userCourseProgress.id)
}

type CourseState = Pick<UserCourseProgressRow, "id" | "progressPercentage" | "completedAt">

export async function saveCourseStates(tx: Tx, states: readonly CourseState[]): Promise<void> {
  const ids = states.map(({ id }) => id)
  const percentages = states.map(({ progressPercentage }) => progressPercentage)
  const times = states.map(({ completedAt }) => completedAt?.toISOString() ?? null)
  await tx.execute(sql`
    update ${userCourseProgress} set progress_percentage = state.percentage, completed_at = state.at
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(percentages)}::int[], ${sql.param(times)}::timestamptz[])
      as state (id, percentage, at)
    where ${userCourseProgress.id} = state.id
      and (progress_percentage, completed_at) is distinct from (state.percentage, state.at)`)
}

export async function completionTimes(tx: Db | Tx, userId: string): Promise<Date[]> {
  const rows = await tx
    .select({ completedAt: userCourseProgress.completedAt })
    .from(userCourseProgress)
    .where(and(eq(userCourseProgress.userId, userId), isNotNull(userCourseProgress.completedAt)))
  return rows.flatMap(({ completedAt }) => completedAt ?? [])
}

export async function courseProgressOf(db: Db | Tx, userId: string): Promise<UserCourseProgressRow[]> {
  return db
    .select(getColumns(userCourseProgress))
    .from(userCourseProgress)
    .where(eq(userCourseProgress.userId, userId))
    .orderBy(sql`${userCourseProgress.enrolledAt} desc`, userCourseProgress.id)
}

export async function lessonProgressIn(db: Db | Tx, userId: string, courseId: string) {
  return db
    .select()
    .from(userLessonProgress)
    .where(and(eq(userLessonProgress.userId, userId), eq(userLessonProgress.courseId, courseId)))
    .orderBy(userLessonProgress.lessonId)
}

export async function findLessonProgress(db: Db | Tx, userId: string, lessonId: string) {
  const [row] = await db
    .select({ lessonId: lessons.id, courseId: lessons.courseId, progress: userLessonProgress })
    .from(lessons)
    .leftJoin(
      userLessonProgress,
      and(eq(userLessonProgress.userId, userId), eq(userLessonProgress.lessonId, lessons.id)),
    )
    .where(eq(lessons.id, lessonId))
  return row
}

export async function resultsIn(db: Db | Tx, userId: string, lessonId: string): Promise<ExerciseResultRow[]> {
  return db
    .select()
    .from(exerciseResults)
    .where(and(eq(exerciseResults.userId, userId), eq(exerciseResults.lessonId, lessonId)))
    .orderBy(exerciseResults.exerciseId)
}

export async function findCourseProgress(db: Db | Tx, userId: string, courseId: string) {
  const [row] = await db
    .select()
    .from(userCourseProgress)
    .where(and(eq(userCourseProgress.userId, userId), eq(userCourseProgress.courseId, courseId)))
  return row
}

export async function isPublished(db: Db | Tx, courseId: string): Promise<boolean> {
  const rows = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), courses.isPublished))
  return rows.length > 0
}
