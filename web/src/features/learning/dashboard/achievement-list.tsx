import type { Achievement } from "@haitech/contract/achievements"
import { formatDay } from "@haitech/contract/clock"
import { useLearningApp } from "#platform/app/app.tsx"
import { AchievementCard } from "./achievement-card.tsx"

export function AchievementList({ achievements }: { readonly achievements: readonly Achievement[] }) {
  const { t, language, timeZone } = useLearningApp()
  const earned = achievements.filter(({ unlockedAt }) => unlockedAt !== null)
  const open = achievements
    .filter(({ unlockedAt }) => unlockedAt === null)
    .toSorted((a, b) => b.value / b.goal - a.value / a.goal)
  return (
    <>
      {earned.length > 0 && (
        <section aria-labelledby="earned">
          <h2 id="earned" className="mb-4 text-[1.375rem]">
            {t("achievement.earned")}
          </h2>
          <ul className="learning-cards">
            {earned.map(({ id, code, title, description, unlockedAt }) => (
              <AchievementCard key={id} code={code} title={title} about={description} isEarned>
                {unlockedAt && (
                  <p className="small text-muted">
                    {t("achievement.earned_on", { day: formatDay(language, unlockedAt, timeZone) })}
                  </p>
                )}
              </AchievementCard>
            ))}
          </ul>
        </section>
      )}
      {open.length > 0 && (
        <section aria-labelledby="to-earn">
          <h2 id="to-earn" className="mb-4 text-[1.375rem]">
            {t("achievement.to_earn")}
          </h2>
          <ul className="learning-cards">
            {open.map(({ id, code, title, description, value, goal }) => (
              <AchievementCard key={id} code={code} title={title} about={description}>
                <p className="small tabular">{t("achievement.so_far", { value, goal })}</p>
                <progress
                  className="scallops"
                  value={value}
                  max={goal}
                  aria-label={t("achievement.so_far", { value, goal })}
                />
              </AchievementCard>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
