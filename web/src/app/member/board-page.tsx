import { useEffect, useRef } from "react"
import { useParams } from "wouter"
import { useGroups } from "#features/groups/api.ts"
import { Board } from "#features/groups/board.tsx"
import { Meeting } from "#features/groups/meeting.tsx"
import { LoadError } from "#features/members/load-error.tsx"
import { useGroupsApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

export function BoardPage() {
  const { t } = useGroupsApp()
  const { id } = useParams<{ id: string }>()
  const title = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useGroups()
  const group = data?.groups.find((candidate) => candidate.id === id && candidate.isMember)
  const isFound = group !== undefined
  useEffect(() => {
    if (isFound) title.current?.focus()
  }, [isFound])
  if (error && !data) return <LoadError error={error} again={refetch} />
  if (!data) {
    return (
      <div role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        <Skeleton className="h-64" />
      </div>
    )
  }
  if (!group) {
    return (
      <EmptyState symbol="lost" sentence={t("group.not_found")}>
        <AppLink className={buttonClass("quiet")} to="/community">
          {t("group.back")}
        </AppLink>
      </EmptyState>
    )
  }
  return (
    <div className="group-board">
      <p>
        <AppLink className="more" to="/community">
          {t("group.back")}
        </AppLink>
      </p>
      <h2 ref={title} tabIndex={-1} className="text-[1.75rem]" lang={group.language}>
        {group.name}
      </h2>
      <p className="text-muted" lang={group.language}>
        {group.description}
      </p>
      <Meeting group={group} />
      <p className="notice">{t("group.rules")}</p>
      <Board group={group} failed={(reason, again) => <LoadError error={reason} again={again} />} />
    </div>
  )
}
