import { pathIn } from "@haitech/contract/languages"
import { type ComponentType, lazy, Suspense, useEffect } from "react"
import { Route, Switch, useLocation } from "wouter"
import { HomePage } from "#app/member/home-page.tsx"
import { DashboardLayout } from "#app/member/layout.tsx"
import { USER_KEY, useUser } from "#features/members/api.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { type AppProps, AppProvider, MoreTexts, useApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { openClient, SinglePage } from "#platform/app/single-page.tsx"
import { fetchTexts } from "#platform/http/fetch-texts.ts"
import { CallFailed } from "#platform/http/request.ts"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { showToast } from "#ui/toast.ts"

const AccessRequiredPage = lazy(async () => ({
  default: (await import("#app/member/access-required-page.tsx")).AccessRequiredPage,
}))
const NotFoundPage = lazy(async () => ({ default: (await import("#app/member/not-found-page.tsx")).NotFoundPage }))
const ProfilePage = lazyPage("profile", async () => (await import("#app/member/profile-page.tsx")).ProfilePage)
const SchedulePage = lazyPage("schedule", async () => (await import("#app/member/schedule-page.tsx")).SchedulePage)

const client = openClient(USER_KEY)

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
    <DashboardLayout firstName={user.firstName}>
      <Suspense fallback={<LoadingOverlay message={t("dashboard.loading")} />}>
        <ErrorBoundary key={path} fallback={contentFailed}>
          <Switch>
            <Route path="/" component={HomePage} />
            <Route path="/schedule" component={SchedulePage} />
            <Route path="/profile" component={ProfilePage} />
            <Route component={NotFoundPage} />
          </Switch>
        </ErrorBoundary>
      </Suspense>
    </DashboardLayout>
  )
}

/** A page whose script and texts, those of a fragment, load when it is opened. */
function lazyPage(fragment: string, load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [Page, texts] = await Promise.all([load(), fetchTexts(fragment, document.documentElement.lang)])
    return {
      default: () => (
        <MoreTexts texts={texts}>
          <Page />
        </MoreTexts>
      ),
    }
  })
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
