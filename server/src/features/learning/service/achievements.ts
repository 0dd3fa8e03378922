import { ACHIEVEMENTS, type Achievement, type AchievementCode } from "@haitech/contract/achievements"
import type { Language } from "@haitech/contract/languages"
import type { Deps } from "#deps.ts"
import { achievementsOf, countableEvents, saveAchievements, unlock } from "#features/learning/queries/achievements.ts"
import { completionTimes } from "#features/learning/queries/progress.ts"
import { earnedAchievements, type Milestones, milestones } from "#features/learning/rules/achievements.ts"
import type { Db, Tx } from "#platform/db/client.ts"
import { text } from "#platform/messages.ts"

type LearningDeps = Pick<Deps, "db" | "site">

/** Stores the achievements of this release; any number of processes may do so at the same time. */
export async function publishAchievements({ db }: Pick<Deps, "db">): Promise<void> {
  const rows = ACHIEVEMENTS.map(({ code, condition, value, category }) => ({
    code,
    title: text("en", `achievement.${code}_title`),
    description: text("en", `achievement.${code}_left`),
    condition,
    conditionValue: value,
    category,
  }))
  await saveAchievements(db, rows)
}

/** Unlocks what the member's events have earned, and takes nothing away. @returns the codes of the new ones */
export async function unlockEarned(tx: Tx, { site }: LearningDeps, userId: string): Promise<AchievementCode[]> {
  const earned = earnedAchievements(await milestonesOf(tx, userId, site.timeZone))
  const known = new Map((await achievementsOf(tx, userId)).map((row) => [row.code, row]))
  const changed = [...earned].flatMap(([code, unlockedAt]) => {
    const row = known.get(code)
    return row && row.unlockedAt?.getTime() !== unlockedAt.getTime() ? [{ code, row, unlockedAt }] : []
  })
  await unlock(
    tx,
    userId,
    changed.map(({ row, unlockedAt }) => ({ achievementId: row.id, unlockedAt })),
  )
  return changed.filter(({ row }) => !row.unlockedAt).map(({ code }) => code)
}

export async function listOwnAchievements(
  { db, site }: LearningDeps,
  userId: string,
  language: Language,
): Promise<Achievement[]> {
  const reached = await milestonesOf(db, userId, site.timeZone)
  const stored = new Map((await achievementsOf(db, userId)).map((row) => [row.code, row]))
  return ACHIEVEMENTS.flatMap(({ code, condition, value: goal, category }) => {
    const row = stored.get(code)
    if (!row) return []
    return {
      id: row.id,
      code,
      title: text(language, `achievement.${code}_title`),
      description: text(language, row.unlockedAt ? `achievement.${code}` : `achievement.${code}_left`),
      category,
      iconUrl: row.iconUrl,
      value: row.unlockedAt ? goal : Math.min(reached[condition].length, goal),
      goal,
      unlockedAt: row.unlockedAt?.toISOString() ?? null,
    }
  })
}

async function milestonesOf(db: Db | Tx, userId: string, timeZone: string): Promise<Milestones> {
  return milestones(await countableEvents(db, userId, timeZone), await completionTimes(db, userId))
}
