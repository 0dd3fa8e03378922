import { useState } from "react"
import { LoadError } from "#features/members/load-error.tsx"
import { isRefused, useAmbassador } from "#features/volunteers/ambassador-api.ts"
import { CountCard } from "#features/volunteers/ambassador-count.tsx"
import { FirstLink, LinkCard } from "#features/volunteers/ambassador-link.tsx"
import { WordsCard } from "#features/volunteers/ambassador-words.tsx"
import { useAmbassadorApp } from "#platform/app/app.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** An ambassador's link, and how many have joined by it. */
export function AmbassadorPage() {
  const { t } = useAmbassadorApp()
  const { data, error, refetch } = useAmbassador()
  const [isNew, setNew] = useState(false)
  if (isRefused(error)) return <EmptyState symbol="people" sentence={t("ambassador.refused")} />
  if (error && !data) return <LoadError error={error} again={refetch} />
  if (!data) {
    return (
      <div className="ambassador" role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        <Skeleton className="h-80" />
        <Skeleton className="h-56" />
      </div>
    )
  }
  const { link, joined, months } = data
  return (
    <div className="ambassador">
      {link ? <LinkCard link={link} isNew={isNew} /> : <FirstLink onStored={() => setNew(true)} />}
      {link && (
        <div className="ambassador-columns">
          <CountCard joined={joined} months={months} />
          <WordsCard link={link} />
        </div>
      )}
    </div>
  )
}
