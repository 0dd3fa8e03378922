import { Route, Switch } from "wouter"
import { GroupMembersPage } from "./group-members-page.tsx"
import { GroupPostsPage } from "./group-posts-page.tsx"
import { GroupReportsPage } from "./group-reports-page.tsx"
import { GroupsPage } from "./groups-page.tsx"

/** The pages about study groups are one script, because the first page of the admin area names each script. */
export function GroupRoutesPage() {
  return (
    <Switch>
      <Route path="/groups/reports" component={GroupReportsPage} />
      <Route path="/groups/:id/members" component={GroupMembersPage} />
      <Route path="/groups/:id/posts" component={GroupPostsPage} />
      <Route component={GroupsPage} />
    </Switch>
  )
}
