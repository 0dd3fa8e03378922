import { useCourseProgress, useCourses, useLearningSummary } from "#features/learning/dashboard/api.ts"
import { CourseList } from "#features/learning/dashboard/course-list.tsx"
import { ReviewCard } from "#features/learning/dashboard/review-card.tsx"
import { SampleCourses } from "#features/learning/dashboard/sample-courses.tsx"
import { useDeviceEvents } from "#features/learning/dashboard/use-device-events.ts"
import { WeekCard } from "#features/learning/dashboard/week-card.tsx"
import { useProfile } from "#features/members/api.ts"
import { ArticleCard, ChatCard } from "#features/members/news-cards.tsx"
import { OfferSlot } from "#features/notifications/offer-slot.tsx"
import { useLearningApp } from "#platform/app/app.tsx"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { buttonClass } from "#ui/button.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { useStep, When } from "./header.tsx"

/** Spec §2, My Learning: the member's courses, or samples (D7), the week, the review, and what is new. */
export function LearningPage() {
  const { t } = useLearningApp()
  useDeviceEvents()
  return (
    <div className="learning-page">
      <section className="card learning-panel" aria-labelledby="my-courses">
        <h2 id="my-courses">{t("learning.mine")}</h2>
        <OwnCourses />
      </section>
      <div>
        <NotificationsOffer />
        <SessionCard />
        <Rhythm />
        <ChatCard />
        <ArticleCard />
        <ProfileCard />
      </div>
    </div>
  )
}

/** What fails to load is reported above the tabs. */
function OwnCourses() {
  const { data: courses } = useCourses()
  const { data: progress } = useCourseProgress()
  if (!courses || !progress) return <Skeleton className="mt-4 h-64" />
  if (progress.length === 0) return <SampleCourses />
  return <CourseList courses={courses} progress={progress} />
}

/** Once there is something to be reminded of: a session, or a lesson that is done. */
function NotificationsOffer() {
  const { session } = useStep()
  const { data: profile } = useProfile()
  const { data: summary } = useLearningSummary()
  if (!profile) return null
  const occasion = session ? "session" : summary?.completedLessons ? "lesson" : null
  return <OfferSlot memberId={profile.id} occasion={occasion} />
}

/** The next session, where it is not the next step. */
function SessionCard() {
  const { t } = useLearningApp()
  const { step, session } = useStep()
  if (!session || step?.kind === "session") return null
  return (
    <section className="card step" aria-labelledby="next-session">
      <h2 id="next-session">{t(session.status === "pending" ? "next.requested" : "next.session")}</h2>
      <When session={session} />
      <p>
        <AppLink className={buttonClass("quiet", true)} to="/schedule">
          {t("next.see")}
        </AppLink>
      </p>
    </section>
  )
}

function Rhythm() {
  const { data: summary } = useLearningSummary()
  if (!summary) return <Skeleton className="h-40" />
  return (
    <>
      <WeekCard week={summary.week} />
      <ReviewCard due={summary.dueReviews} />
    </>
  )
}

/** Until the member has said when they study. */
function ProfileCard() {
  const { t } = useLearningApp()
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
