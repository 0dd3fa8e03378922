import type { CourseCategory } from "@haitech/contract/courses"
import { and, eq, ne, sql } from "drizzle-orm"
import { exerciseResults, learningEvents } from "#features/learning/table/events.ts"
import { achievements, courses, userAchievements } from "#features/learning/table.ts"
import type { Db, Tx } from "#platform/db/client.ts"

type NewAchievement = typeof achievements.$inferInsert

export async function saveAchievements(tx: Db | Tx, rows: readonly NewAchievement[]): Promise<void> {
  await tx
    .insert(achievements)
    .values([...rows])
    .onConflictDoUpdate({
      target: achievements.code,
      set: {
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        condition: sql`excluded.condition`,
        conditionValue: sql`excluded.condition_value`,
        category: sql`excluded.category`,
      },
    })
}

export async function achievementsOf(db: Db | Tx, userId: string) {
  return db
    .select({
      id: achievements.id,
      code: achievements.code,
      iconUrl: achievements.iconUrl,
      unlockedAt: userAchievements.unlockedAt,
    })
    .from(achievements)
    .leftJoin(
      userAchievements,
      and(eq(userAchievements.achievementId, achievements.id), eq(userAchievements.userId, userId)),
    )
}

export async function countableEvents(db: Db | Tx, userId: string, timeZone: string) {
  return db
    .select({
      kind: learningEvents.kind,
      lessonId: learningEvents.lessonId,
      courseId: learningEvents.courseId,
      category: sql<CourseCategory>`${courses.category}`,
      exerciseId: learningEvents.exerciseId,
      isProgram: sql<boolean>`coalesce(${exerciseResults.isProgram}, false)`,
      isCorrect: learningEvents.isCorrect,
      isReview: learningEvents.isReview,
      language: learningEvents.language,
      occurredAt: learningEvents.occurredAt,
      day: sql<string>`to_char(${learningEvents.occurredAt} at time zone ${timeZone}, 'YYYY-MM-DD')`,
    })
    .from(learningEvents)
    .innerJoin(courses, eq(courses.id, learningEvents.courseId))
    .leftJoin(
      exerciseResults,
      and(
        eq(exerciseResults.userId, learningEvents.userId),
        eq(exerciseResults.lessonId, learningEvents.lessonId),
        eq(exerciseResults.exerciseId, learningEvents.exerciseId),
      ),
    )
    .where(and(eq(learningEvents.userId, userId), ne(learningEvents.kind, "lesson.read")))
}

interface Unlocked {
  readonly achievementId: string
  readonly unlockedAt: Date
}

export async function unlock(tx: Tx, userId: string, unlocked: readonly Unlocked[]): Promise<void> {
  if (unlocked.length === 0) return
  await tx
    .insert(userAchievements)
    .values(unlocked.map((one) => ({ userId, ...one })))
    .onConflictDoUpdate({
      target: [userAchievements.userId, userAchievements.achievementId],
      set: { unlockedAt: sql`excluded.unlocked_at` },
    })
}
