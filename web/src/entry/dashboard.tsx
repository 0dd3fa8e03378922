import { pathIn } from "@haitech/contract/languages"
import { lazy, Suspense, useEffect } from "react"
import { Route, Switch } from "wouter"
import { HomePage } from "#app/member/home-page.tsx"
import { DashboardLayout } from "#app/member/layout.tsx"
import { USER_KEY, useUser } from "#features/members/api.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { type AppProps, AppProvider, useApp } from "#platform/app/app.tsx"
import { openClient, SinglePage } from "#platform/app/single-page.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { showToast } from "#ui/toast.ts"

const ProfilePage = lazy(async () => ({ default: (await import("#app/member/profile-page.tsx")).ProfilePage }))

const client = openClient(USER_KEY)

/** The single-page app at /member-dashboard (spec §2). The HTML contains its loading state. */
export function Dashboard(props: AppProps) {
  return (
    <AppProvider {...props} present={showToast} failureTitle={props.texts["profile.failed_title"]}>
      <SinglePage client={client} base={pathIn(props.language, "/member-dashboard")} shell={<Loading />}>
        <SignedIn />
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
  if (error instanceof CallFailed && error.status === 401) return <AccessRequired />
  // After a network failure the app stays open: its forms can hold unsaved input.
  if (error && !user) {
    return (
      <main id="main" className="dashboard-waiting">
        <LoadError error={error} again={refetch} />
      </main>
    )
  }
  if (!user) return <Loading />
  return (
    <DashboardLayout name={user.firstName ?? t("dashboard.learner")}>
      <Suspense fallback={<LoadingOverlay message={t("dashboard.loading")} />}>
        <Switch>
          <Route path="/" component={HomePage} />
          <Route path="/profile" component={ProfilePage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </DashboardLayout>
  )
}

/** How long the toast shows before the redirect to the sign-in page (spec §9). */
const REDIRECT_MS = 1000

/** Spec §2 Not signed in. */
function AccessRequired() {
  const { t, showToast: notify, language } = useApp()
  const login = pathIn(language, "/login")
  useEffect(() => {
    notify("failure", t("dashboard.signed_out_title"), t("dashboard.signed_out"))
    const timer = setTimeout(() => location.assign(login), REDIRECT_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the toast shows once; the texts are the same in every render
  }, [login])
  return (
    <main id="main" className="dashboard-waiting">
      <div className="card raised grid max-w-[28rem] justify-items-center gap-4 p-8 text-center">
        <h1 className="text-[1.75rem]">{t("dashboard.access_title")}</h1>
        <p className="text-muted">{t("dashboard.access")}</p>
        <a className={buttonClass()} href={login}>
          {t("dashboard.sign_in")}
        </a>
      </div>
    </main>
  )
}

function NotFound() {
  const { t } = useApp()
  return (
    <EmptyState symbol="lost" sentence={t("dashboard.lost")}>
      <AppLink className={buttonClass("quiet")} to="/">
        {t("dashboard.to_home")}
      </AppLink>
    </EmptyState>
  )
}
