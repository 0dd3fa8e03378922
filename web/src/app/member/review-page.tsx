import type { ReviewItem } from "@haitech/contract/learning"
import { useState } from "react"
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
  // Each answer changes the list of what is due, down to nothing.
  const [begun, setBegun] = useState<readonly ReviewItem[]>()
  if (items && items.length > 0 && !begun) setBegun(items)
  if (begun) return <Review items={begun} />
  if (error) return <LoadError error={error} again={refetch} />
  if (!items) {
    return (
      <div role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        <Skeleton className="h-64" />
      </div>
    )
  }
  return (
    <EmptyState symbol="sun" sentence={t("review.none")}>
      <AppLink className={buttonClass("quiet")} to="/">
        {t("review.back")}
      </AppLink>
    </EmptyState>
  )
}
