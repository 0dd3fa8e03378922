import { lazy, Suspense, useEffect } from "react"
import { useTutorSessions } from "#features/appointments/tutor/sessions-api.ts"
import { useCourseProgress, useCourses, useLearningSummary } from "#features/learning/dashboard/api.ts"
import { ProgressCards } from "#features/learning/dashboard/progress-cards.tsx"
import { useOwnAppointments, useProfile } from "#features/members/api.ts"
import { isTutor } from "#features/members/is-tutor.ts"
import { useLeaveToOthers } from "#features/members/leave-to-others.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { comingSession, nextStep, type Session } from "#features/members/next-step.ts"
import { NextStepCard } from "#features/members/next-step-card.tsx"
import { NextStepLine } from "#features/members/next-step-line.tsx"
import { StoredNotice } from "#features/members/stored-notice.tsx"
import { useApp } from "#platform/app/app.tsx"
import { startWorkerWhenIdle } from "#platform/offline/worker.ts"
import { Skeleton } from "#ui/skeleton.tsx"

const NextSession = lazy(async () => ({
  default: (await import("#features/appointments/next-session.tsx")).NextSession,
}))

/** Above the first tab: what to do next, and how far the member is. Above the others, one line of it. */
export function Header({ isFirst }: { readonly isFirst: boolean }) {
  useLeaveToOthers()
  useEffect(startWorkerWhenIdle, [])
  return (
    <>
      <StoredNotice />
      {isFirst ? <Step /> : <StepLine />}
      {isFirst && <Averages />}
    </>
  )
}

/** The tabs below report their own failures. */
function StepLine() {
  const { step, failed } = useStep()
  if (failed) return null
  return step ? <NextStepLine step={step} /> : <Skeleton className="next-line" />
}

function Step() {
  const { step, failed } = useStep()
  if (failed) return <LoadError error={failed.error} again={failed.refetch} />
  if (!step) return <Skeleton className="next-step" />
  return <NextStepCard step={step} when={when} />
}

/** What the member does next, and their next session, once all of it has loaded; `failed` is a request that did not. */
export function useStep() {
  const profile = useProfile()
  const appointments = useOwnAppointments()
  const learning = useLearningSummary()
  const tutoring = useTutorSessions(isTutor(profile.data))
  const failed = [profile, appointments, learning].find(({ error }) => error)
  if (failed || !profile.data || !appointments.data || !learning.data || tutoring.isLoading) return { failed }
  const step = nextStep({
    programs: profile.data.programs,
    appointments: appointments.data,
    // A tutor's sessions that did not load are missing on the tutor's page, which says so.
    tutoring: tutoring.data ?? [],
    learning: learning.data,
    now: appointments.dataUpdatedAt,
  })
  return { step, failed, session: comingSession(appointments.data, appointments.dataUpdatedAt) }
}

const when = (session: Session) => <When session={session} />

export function When({ session }: { readonly session: Session }) {
  const { texts, language, timeZone } = useApp()
  return (
    <Suspense>
      <NextSession {...{ texts, language, timeZone, session }} />
    </Suspense>
  )
}

function Averages() {
  const courses = useCourses()
  const progress = useCourseProgress()
  const failed = [courses, progress].find(({ error }) => error)
  if (failed) return <LoadError error={failed.error} again={failed.refetch} />
  return <ProgressCards courses={courses.data} progress={progress.data} />
}
