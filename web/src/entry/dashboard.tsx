import { pathIn } from "@haitech/contract/languages"
import { lazy, Suspense, useDeferredValue, useEffect } from "react"
import { Route, Switch, useLocation } from "wouter"
import { DashboardLayout } from "#app/member/layout.tsx"
import { USER_KEY, useUser } from "#features/members/api.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { type AppProps, AppProvider, useApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { openClient, SinglePage } from "#platform/app/single-page.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { sessionOwner } from "#platform/offline/session-owner.ts"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { showToast } from "#ui/toast.ts"

const AccessRequiredPage = lazyPage(
  "access",
  async () => (await import("#app/member/access-required-page.tsx")).AccessRequiredPage,
)
const AchievementsPage = lazyPage(
  "learning",
  async () => (await import("#app/member/achievements-page.tsx")).AchievementsPage,
)
const AmbassadorPage = lazyPage(
  "ambassador",
  async () => (await import("#app/member/ambassador-page.tsx")).AmbassadorPage,
)
const BoardPage = lazyPage("groups", async () => (await import("#app/member/board-page.tsx")).BoardPage)
const CommunityPage = lazyPage("groups", async () => (await import("#app/member/community-page.tsx")).CommunityPage)
const CoursesPage = lazyPage("learning", async () => (await import("#app/member/courses-page.tsx")).CoursesPage)
const LearningPage = lazyPage("learning", async () => (await import("#app/member/learning-page.tsx")).LearningPage)
const NotFoundPage = lazy(async () => ({ default: (await import("#app/member/not-found-page.tsx")).NotFoundPage }))
const ProfilePage = lazyPage("profile", async () => (await import("#app/member/profile-page.tsx")).ProfilePage)
const ReviewPage = lazyPage("review", async () => (await import("#app/member/review-page.tsx")).ReviewPage)
const SchedulePage = lazyPage("schedule", async () => (await import("#app/member/schedule-page.tsx")).SchedulePage)
const TutorPage = lazyPage("tutor", async () => (await import("#app/member/tutor-page.tsx")).TutorPage)

const PAGES: Readonly<Record<string, typeof LearningPage>> = {
  "/": LearningPage,
  "/courses": CoursesPage,
  "/review": ReviewPage,
  "/achievements": AchievementsPage,
  "/community": CommunityPage,
  "/community/:id": BoardPage,
  "/schedule": SchedulePage,
  "/ambassador": AmbassadorPage,
  "/tutor": TutorPage,
  "/profile": ProfilePage,
}

const client = openClient({ sessionKey: USER_KEY, networkMode: "always" })

// What the address names loads beside the reply that says whether it will be shown.
if (sessionOwner()) {
  const [, path = "/"] = /member-dashboard(\/.+)/.exec(location.pathname) ?? []
  PAGES[path]?.start().catch(() => undefined)
}

/** The single-page app at /member-dashboard (spec §2). The HTML contains its loading state. */
export function Dashboard(props: AppProps) {
  return (
    <AppProvider {...props} present={showToast} failureTitle={props.texts["profile.failed_title"]}>
      <SinglePage client={client} base={pathIn(props.language, "/member-dashboard")} shell={<Loading />}>
        <ErrorBoundary fallback={pageFailed}>
          <SignedIn />
        </ErrorBoundary>
      </SinglePage>
    </AppProvider>
  )
}

function Loading() {
  const { t } = useApp()
  return (
    <main id="main" className="dashboard-waiting">
      <LoadingOverlay message={t("dashboard.loading")} />
    </main>
  )
}

/** Loading, then the dashboard or the access notice (spec §4 Dashboard). */
function SignedIn() {
  const { t } = useApp()
  const { data: user, error, refetch } = useUser()
  const [path, navigate] = useLocation()
  // A cheap phone draws a page slowly, so the tab that was tapped is marked first.
  const shown = useDeferredValue(path)
  const isSignedIn = user !== undefined && !error
  useEffect(() => {
    if (isSignedIn) void resume(navigate)
  }, [isSignedIn, navigate])
  if (error instanceof CallFailed && error.status === 401) {
    return (
      <Suspense fallback={<Loading />}>
        <AccessRequiredPage hasEnded={user !== undefined} />
      </Suspense>
    )
  }
  // After a network failure the app stays open: its forms can hold unsaved input.
  if (error && !user) {
    return pageFailed(error, refetch)
  }
  if (!user) return <Loading />
  return (
    <DashboardLayout firstName={user.firstName} isFirst={shown === "/"}>
      {/* With the key, the page before is gone at once, while the next one loads. */}
      <Suspense key={shown} fallback={<LoadingOverlay message={t("dashboard.loading")} />}>
        <ErrorBoundary fallback={contentFailed}>
          <Switch location={shown}>
            {Object.entries(PAGES).map(([path, Page]) => (
              <Route key={path} path={path} component={Page} />
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        </ErrorBoundary>
      </Suspense>
    </DashboardLayout>
  )
}

function contentFailed(error: unknown, retry: () => unknown) {
  return <LoadError error={error} again={retry} />
}

function pageFailed(error: unknown, retry: () => unknown) {
  return (
    <main id="main" className="dashboard-waiting">
      {contentFailed(error, retry)}
    </main>
  )
}

/** Continues what an earlier page of this tab left in its storage. Most visits have nothing and load no script for it. */
async function resume(navigate: (path: string, options: { readonly replace: boolean }) => void): Promise<void> {
  try {
    if (sessionStorage.length > 0) (await import("#features/members/resume.ts")).resume(navigate)
  } catch {
    // The storage is blocked, or the script failed to load: the app shows its first page.
  }
}
