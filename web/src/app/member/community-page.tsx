import { useGroups } from "#features/groups/api.ts"
import { GroupCard } from "#features/groups/group-card.tsx"
import { HiddenMembers } from "#features/groups/hidden-members.tsx"
import { LoadError } from "#features/members/load-error.tsx"
import { useGroupsApp } from "#platform/app/app.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** Spec §2, Community: the study groups, and the members whom the reader hides. */
export function CommunityPage() {
  const { t } = useGroupsApp()
  const { data, error, refetch } = useGroups()
  if (error && !data) return <LoadError error={error} again={refetch} />
  if (!data) {
    return (
      <div className="learning-cards" role="status">
        <span className="sr">{t("dashboard.loading")}</span>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-56" />
        ))}
      </div>
    )
  }
  const { groups, isBirthYearKnown } = data
  return (
    <div className="learning-groups">
      {groups.length === 0 ? (
        <EmptyState symbol="people" sentence={t("group.empty")} />
      ) : (
        <>
          <p className="text-muted">{t("group.about")}</p>
          <ul className="learning-cards" aria-label={t("group.list")}>
            {groups.map((group) => (
              <GroupCard key={group.id} group={group} isBirthYearKnown={isBirthYearKnown} />
            ))}
          </ul>
        </>
      )}
      <HiddenMembers />
    </div>
  )
}
