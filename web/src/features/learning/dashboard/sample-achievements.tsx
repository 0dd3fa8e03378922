import type { Achievement } from "@haitech/contract/achievements"
import { useLearningApp } from "#platform/app/app.tsx"
import { Chip } from "#ui/chip.tsx"
import { AchievementCard } from "./achievement-card.tsx"

const SAMPLES = [
  { code: "first_steps", earned: "achievement.first_steps" },
  { code: "code_explorer", earned: "achievement.code_explorer" },
  { code: "polyglot", earned: null },
] as const

/** Spec §2, D7: how the tab looks after the first lessons. */
export function SampleAchievements({ achievements }: { readonly achievements: readonly Achievement[] }) {
  const { t } = useLearningApp()
  return (
    <section aria-labelledby="sample-achievements">
      <h2 id="sample-achievements" className="mb-4 text-[1.375rem]">
        {t("achievement.samples")}
      </h2>
      <ul className="learning-cards">
        {SAMPLES.map(({ code, earned }) => {
          const achievement = achievements.find((one) => one.code === code)
          if (!achievement) return null
          const { title, description } = achievement
          const isEarned = earned !== null
          return (
            <AchievementCard
              key={code}
              code={code}
              title={title}
              about={earned ? t(earned) : description}
              isEarned={isEarned}
            >
              <p className="learning-chips">
                <Chip>{t("home.example")}</Chip>
                <Chip tone={isEarned ? "good" : "plain"}>
                  {t(isEarned ? "achievement.is_earned" : "achievement.is_locked")}
                </Chip>
              </p>
            </AchievementCard>
          )
        })}
      </ul>
    </section>
  )
}
