import { Suspense } from "react"
import { NewPassword } from "#features/accounts/new-password.tsx"
import { useLearningSummary } from "#features/learning/dashboard/api.ts"
import { formatDuration } from "#features/learning/dashboard/duration.ts"
import { AccountActions } from "#features/members/account-actions.tsx"
import { useOwnAppointments, useProfile } from "#features/members/api.ts"
import { useLeaveGuard } from "#features/members/leave-guard.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { Overview } from "#features/members/overview.tsx"
import { PersonalForm } from "#features/members/personal-form.tsx"
import { PictureCard } from "#features/members/picture-card.tsx"
import { PreferencesForm } from "#features/members/preferences-form.tsx"
import { SessionsCard } from "#features/members/sessions-card.tsx"
import { useProfileApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { WhenNear } from "#platform/app/when-near.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { CardSection } from "#ui/card-section.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const NotificationsCard = lazyPage(
  "notifications",
  async () => (await import("#features/notifications/notifications-card.tsx")).NotificationsCard,
)

const ProtectionCard = lazyPage(
  "protection",
  async () => (await import("#features/safeguarding/protection-card.tsx")).ProtectionCard,
)
const DataUseCard = lazyPage("data-use", async () => (await import("#features/members/data-use-card.tsx")).DataUseCard)

export function ProfilePage() {
  const { t } = useProfileApp()
  const { data: profile, error, refetch } = useProfile()
  const figures = useFigures()
  useLeaveGuard(profile?.id)
  if (error) return <LoadError error={error} again={refetch} />
  if (!profile) return <Placeholder />
  return (
    <div className="profile">
      <div>
        <CardSection title={t("profile.personal")}>
          <PersonalForm profile={profile} />
        </CardSection>
        <CardSection title={t("profile.preferences")}>
          <PreferencesForm profile={profile} />
        </CardSection>
      </div>
      <div>
        <CardSection title={t("profile.picture")}>
          <PictureCard profile={profile} />
        </CardSection>
        <CardSection title={t("profile.overview")}>
          <Overview profile={profile} figures={figures} />
        </CardSection>
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <ProtectionCard />
          </Suspense>
        </ErrorBoundary>
        <CardSection title={t("profile.actions")}>
          <AccountActions profile={profile} newPassword={(errors) => <OwnNewPassword errors={errors} />} />
        </CardSection>
        <CardSection title={t("sessions.title")}>
          <SessionsCard />
        </CardSection>
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <NotificationsCard />
          </Suspense>
        </ErrorBoundary>
        <ErrorBoundary fallback={() => null}>
          <WhenNear>
            <Suspense>
              <DataUseCard />
            </Suspense>
          </WhenNear>
        </ErrorBoundary>
      </div>
    </div>
  )
}

/** What the member has done; empty until it has loaded. */
function useFigures(): readonly (readonly [string, string])[] {
  const { t, language } = useProfileApp()
  const { data: learning } = useLearningSummary()
  const { data: appointments } = useOwnAppointments()
  if (!learning || !appointments) return []
  const held = appointments.filter(({ status }) => status === "completed").length
  return [
    [t("profile.lessons_done"), formatNumber(language, learning.completedLessons)],
    [t("profile.courses_done"), formatNumber(language, learning.completedCourses)],
    [t("profile.lesson_time"), formatDuration(t, Math.round(learning.seconds / 60))],
    [t("profile.sessions_done"), formatNumber(language, held)],
  ]
}

function Placeholder() {
  const { t } = useProfileApp()
  return (
    <div className="profile" role="status">
      <span className="sr">{t("dashboard.loading")}</span>
      <Skeleton className="h-[36rem]" />
      <Skeleton className="h-[20rem]" />
    </div>
  )
}

function OwnNewPassword({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  const { t, texts, lengths } = useProfileApp()
  return (
    <NewPassword
      texts={texts}
      labels={{ password: t("password.new"), confirm: t("password.new_again"), advice: t("password.advice") }}
      name="newPassword"
      maxLength={lengths.password}
      errors={errors}
    />
  )
}
