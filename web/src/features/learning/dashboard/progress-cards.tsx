import type { Course } from "@haitech/contract/courses"
import type { CourseProgress } from "@haitech/contract/learning"
import { useApp } from "#platform/app/app.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { averageOf } from "./averages.ts"
import { CATEGORIES } from "./shell-texts.ts"

interface Props {
  readonly courses: readonly Course[] | undefined
  readonly progress: readonly CourseProgress[] | undefined
}

/** Spec §2: the average progress in each category, with skeletons while it loads. */
export function ProgressCards({ courses, progress }: Props) {
  const { t } = useApp()
  return (
    <section className="learning-averages" aria-label={t("learning.progress")}>
      {Object.entries(CATEGORIES).map(([category, label]) => {
        const percent = courses && progress && averageOf(category, courses, progress)
        return (
          <div key={category} className={`card learning-average ${category}`}>
            <h2>{t(label)}</h2>
            {percent === undefined ? (
              <Skeleton className="h-10" />
            ) : (
              <>
                <p className="tabular">{t("learning.percent", { percent })}</p>
                <progress className="scallops" value={percent} max={100} aria-label={t(label)} />
              </>
            )}
          </div>
        )
      })}
    </section>
  )
}
