import { useReviews } from "#features/learning/dashboard/lists-api.ts"
import { Review } from "#features/learning/dashboard/review.tsx"
import { LoadError } from "#features/members/load-error.tsx"
import { useReviewApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** The exercises that are due, one after the other. */
export function ReviewPage() {
  const { t } = useReviewApp()
  const { data: items, error, refetch } = useReviews()
  if (error) return <LoadError error={error} again={refetch} />
  if (!items) {
    return (
      <div role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        <Skeleton className="h-64" />
      </div>
    )
  }
  if (items.length > 0) return <Review items={items} />
  return (
    <EmptyState symbol="sun" sentence={t("review.none")}>
      <AppLink className={buttonClass("quiet")} to="/">
        {t("review.back")}
      </AppLink>
    </EmptyState>
  )
}
