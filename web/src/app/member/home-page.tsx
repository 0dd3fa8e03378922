import { lazy, Suspense } from "react"
import { useOwnAppointments, useProfile } from "#features/members/api.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { ArticleCard, ChatCard } from "#features/members/news-cards.tsx"
import { nextStep } from "#features/members/next-step.ts"
import { NextStepCard } from "#features/members/next-step-card.tsx"
import { useApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

const NextSession = lazy(async () => ({
  default: (await import("#features/appointments/next-session.tsx")).NextSession,
}))

/** What to do next, then what is new. */
export function HomePage() {
  return (
    <div className="today">
      <Next />
      <ChatCard />
      <ArticleCard />
      <ProfileCard />
    </div>
  )
}

function Next() {
  const { texts, language, timeZone } = useApp()
  const profile = useProfile()
  const appointments = useOwnAppointments()
  const failed = [profile, appointments].find(({ error }) => error)
  if (failed) return <LoadError error={failed.error} again={failed.refetch} />
  if (!profile.data || !appointments.data) return <Skeleton className="next-step" />
  const { programs } = profile.data
  return (
    <NextStepCard
      step={nextStep({ programs, appointments: appointments.data, now: appointments.dataUpdatedAt })}
      when={(session) => (
        <Suspense>
          <NextSession {...{ texts, language, timeZone, session }} />
        </Suspense>
      )}
    />
  )
}

/** Until the member has said when they study. */
function ProfileCard() {
  const { t } = useApp()
  const { data: profile } = useProfile()
  if (!profile || profile.studyTimes.length > 0) return null
  return (
    <section className="card step">
      <h2>{t("home_card.profile_title")}</h2>
      <p className="text-muted">{t("home_card.profile")}</p>
      <p>
        <AppLink className={buttonClass("quiet", true)} to="/profile">
          {t("home_card.profile_action")}
        </AppLink>
      </p>
    </section>
  )
}
