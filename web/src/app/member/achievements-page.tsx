import { CertificateList } from "#features/learning/certificates/certificate-list.tsx"
import { AchievementList } from "#features/learning/dashboard/achievement-list.tsx"
import { useCourseProgress } from "#features/learning/dashboard/api.ts"
import { useAchievements } from "#features/learning/dashboard/lists-api.ts"
import { SampleAchievements } from "#features/learning/dashboard/sample-achievements.tsx"
import { LoadError } from "#features/members/load-error.tsx"
import { useLearningApp } from "#platform/app/app.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** Spec §2, Achievements: what the member has earned, and what is left to the others. */
export function AchievementsPage() {
  const { t } = useLearningApp()
  const { data: achievements, error, refetch } = useAchievements()
  const { data: progress } = useCourseProgress()
  if (error) return <LoadError error={error} again={refetch} />
  if (!achievements) {
    return (
      <div className="learning-cards" role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-32" />
        ))}
      </div>
    )
  }
  // D7: the first enrolment replaces the samples.
  const hasNothing = progress?.length === 0 && achievements.every(({ value }) => value === 0)
  return (
    <div className="learning-groups">
      <CertificateList />
      {hasNothing && <SampleAchievements achievements={achievements} />}
      <AchievementList achievements={achievements} />
    </div>
  )
}
