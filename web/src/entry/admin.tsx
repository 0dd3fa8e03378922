import { pathIn } from "@haitech/contract/languages"
import { lazy, Suspense, useEffect, useState } from "react"
import { Route, Switch, useLocation } from "wouter"
import { AdminLayout } from "#app/admin/layout.tsx"
import { SESSION_KEY, useAdmin } from "#features/accounts/admin/api.ts"
import { SECURITY_PATH } from "#features/accounts/admin/factor-reminder.tsx"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { type AdminProps, AppProvider, useAdminApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { openClient, SinglePage } from "#platform/app/single-page.tsx"
import { CallFailed } from "#platform/http/request.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { RouteFocus } from "#platform/navigation/route-focus.tsx"
import { watchAccount } from "#platform/offline/watch-account.ts"
import { buttonClass } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { LoadingOverlay } from "#ui/loading-overlay.tsx"
import { showToast } from "#ui/toast.ts"

const AdminLoginPage = lazy(async () => ({ default: (await import("#app/admin/login-page.tsx")).AdminLoginPage }))
const OverviewPage = lazy(async () => ({ default: (await import("#app/admin/overview-page.tsx")).OverviewPage }))
const UsersPage = lazy(async () => ({ default: (await import("#app/admin/users-page.tsx")).UsersPage }))
const ContactsPage = lazy(async () => ({ default: (await import("#app/admin/contacts-page.tsx")).ContactsPage }))
const DonationsPage = lazyPage(
  "admin-donations",
  async () => (await import("#app/admin/donations-page.tsx")).DonationsPage,
)
const MembershipsPage = lazy(async () => ({
  default: (await import("#app/admin/memberships-page.tsx")).MembershipsPage,
}))
const MembershipImportPage = lazyPage(
  "admin-import",
  async () => (await import("#app/admin/membership-import-page.tsx")).MembershipImportPage,
)
const TeamPage = lazy(async () => ({ default: (await import("#app/admin/team-page.tsx")).TeamPage }))
const BlogPage = lazy(async () => ({ default: (await import("#app/admin/blog-page.tsx")).BlogPage }))
const TestimonialsPage = lazy(async () => ({
  default: (await import("#app/admin/testimonials-page.tsx")).TestimonialsPage,
}))
const ChatPage = lazy(async () => ({ default: (await import("#app/admin/chat-page.tsx")).ChatPage }))
const CalendarPage = lazy(async () => ({ default: (await import("#app/admin/calendar-page.tsx")).CalendarPage }))
const CoursesPage = lazyPage("admin-learning", async () => (await import("#app/admin/courses-page.tsx")).CoursesPage)
const CoursePage = lazyPage("admin-learning", async () => (await import("#app/admin/course-page.tsx")).CoursePage)
const LessonPage = lazyPage("admin-learning", async () => (await import("#app/admin/lesson-page.tsx")).LessonPage)
const QuestionsPage = lazyPage(
  "admin-learning",
  async () => (await import("#app/admin/questions-page.tsx")).QuestionsPage,
)
const CertificatesPage = lazyPage(
  "admin-learning",
  async () => (await import("#app/admin/certificates-page.tsx")).CertificatesPage,
)
const NewslettersPage = lazyPage(
  "admin-newsletters",
  async () => (await import("#app/admin/newsletters-page.tsx")).NewslettersPage,
)
const ProofsPage = lazyPage("admin-proofs", async () => (await import("#app/admin/hours-proofs-page.tsx")).ProofsPage)
const GroupsPage = lazyPage(
  "admin-groups",
  async () => (await import("#app/admin/group-routes-page.tsx")).GroupRoutesPage,
)
const VolunteersPage = lazyPage(
  "admin-volunteers",
  async () => (await import("#app/admin/volunteers-page.tsx")).VolunteersPage,
)
const ScreeningsPage = lazyPage(
  "admin-screening",
  async () => (await import("#app/admin/screenings-page.tsx")).ScreeningsPage,
)
const CasesPage = lazyPage("admin-safeguarding", async () => (await import("#app/admin/cases-page.tsx")).CasesPage)
const OpeningHoursPage = lazyPage(
  "admin-opening-hours",
  async () => (await import("#app/admin/opening-hours-page.tsx")).OpeningHoursPage,
)
const RetentionPage = lazyPage(
  "admin-retention",
  async () => (await import("#app/admin/retention-page.tsx")).RetentionPage,
)
const SystemPage = lazyPage("admin-system", async () => (await import("#app/admin/system-page.tsx")).SystemPage)
const HistoryPage = lazyPage("admin-history", async () => (await import("#app/admin/history-page.tsx")).HistoryPage)

const SecurityPage = lazy(async () => ({ default: (await import("#app/admin/security-page.tsx")).SecurityPage }))
const FactorSetupPage = lazy(async () => ({
  default: (await import("#app/admin/factor-setup-page.tsx")).FactorSetupPage,
}))

const client = openClient({ sessionKey: SESSION_KEY })

/** The single-page app at /admin (spec §2). The HTML contains its loading state. */
export function AdminApp(props: AdminProps) {
  return (
    <AppProvider {...props} present={showToast} failureTitle={props.texts["admin.failed_title"]}>
      <SinglePage client={client} base={pathIn(props.language, "/admin")} shell={<Loading />}>
        <ErrorBoundary fallback={pageFailed}>
          <AdminSession />
        </ErrorBoundary>
      </SinglePage>
    </AppProvider>
  )
}

function Loading() {
  const { t } = useAdminApp()
  return (
    <main id="main" className="dashboard-waiting">
      <h1 className="sr">{t("admin_page.title")}</h1>
      <LoadingOverlay message={t("overlay.loading")} />
    </main>
  )
}

/** The admin area, or one of the four screens before sign-in (spec §3). */
function AdminSession() {
  const { t } = useAdminApp()
  const { data: admin, error, refetch } = useAdmin()
  const [path] = useLocation()
  const [initialPath, setInitialPath] = useState(path)
  const adminId = admin?.id
  useEffect(() => {
    if (adminId) return watchAccount({ userId: adminId, forget, onSignOut })
  }, [adminId])
  const isSignedOut = error instanceof CallFailed && (error.status === 401 || error.status === 403)
  if (isSignedOut || admin === null) {
    // The first page after a sign-in takes the focus, as after a link.
    if (initialPath !== "") setInitialPath("")
    return (
      <Suspense fallback={<Loading />}>
        <AdminLoginPage wasSignedIn={admin !== undefined} />
      </Suspense>
    )
  }
  // After a network failure the app stays open: its forms can hold unsaved input.
  if (error && !admin) {
    return pageFailed(error, refetch)
  }
  if (!admin) return <Loading />
  if (admin.missingFactor?.isOverdue) {
    return (
      <Suspense fallback={<Loading />}>
        <FactorSetupPage />
      </Suspense>
    )
  }
  return (
    <AdminLayout key={admin.id} admin={admin}>
      <Suspense fallback={<LoadingOverlay message={t("overlay.loading")} />}>
        <ErrorBoundary key={path} fallback={contentFailed}>
          <AdminPages />
        </ErrorBoundary>
        <RouteFocus initialPath={initialPath} />
      </Suspense>
    </AdminLayout>
  )
}

const forget = async () => (await import("#platform/admin/forget-drafts.ts")).forgetDrafts()
const onSignOut = () => client.invalidateQueries({ queryKey: SESSION_KEY })

function AdminPages() {
  return (
    <Switch>
      <Route path="/" component={OverviewPage} />
      <Route path="/users" component={UsersPage} />
      <Route path="/contacts" component={ContactsPage} />
      <Route path="/donations" component={DonationsPage} />
      <Route path="/memberships" component={MembershipsPage} />
      <Route path="/memberships/import" component={MembershipImportPage} />
      <Route path="/team" component={TeamPage} />
      <Route path="/blog" component={BlogPage} />
      <Route path="/newsletters" component={NewslettersPage} />
      <Route path="/testimonials" component={TestimonialsPage} />
      <Route path="/chat" component={ChatPage} />
      <Route path="/calendar" component={CalendarPage} />
      <Route path="/courses" component={CoursesPage} />
      <Route path="/courses/:id" component={CoursePage} />
      <Route path="/lessons/:id" component={LessonPage} />
      <Route path="/questions" component={QuestionsPage} />
      <Route path="/certificates" component={CertificatesPage} />
      <Route path="/hours-proofs" component={ProofsPage} />
      <Route path="/groups/*?" component={GroupsPage} />
      <Route path="/volunteers" component={VolunteersPage} />
      <Route path="/screenings" component={ScreeningsPage} />
      <Route path="/cases" component={CasesPage} />
      <Route path="/opening-hours" component={OpeningHoursPage} />
      <Route path="/history" component={HistoryPage} />
      <Route path="/stored-data" component={RetentionPage} />
      <Route path="/system" component={SystemPage} />
      <Route path={SECURITY_PATH} component={SecurityPage} />
      <Route component={NotFound} />
    </Switch>
  )
}

function contentFailed(error: unknown, retry: () => unknown) {
  return <Failed error={error} retry={retry} />
}

function pageFailed(error: unknown, retry: () => unknown) {
  return (
    <main id="main" className="dashboard-waiting">
      <Failed error={error} retry={retry} />
    </main>
  )
}

function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) {
  const loadError = useLoadError()
  return <LoadFailed {...loadError(error, retry)} />
}

function NotFound() {
  const { t } = useAdminApp()
  return (
    <EmptyState symbol="lost" sentence={t("admin.lost")} isTitle>
      <AppLink className={buttonClass("quiet")} to="/">
        {t("admin.overview")}
      </AppLink>
    </EmptyState>
  )
}
