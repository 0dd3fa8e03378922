import type { TutorSettings } from "@haitech/contract/admin/tutors"
import { useOwnTutor } from "#features/appointments/tutor/api.ts"
import { HoursSection } from "#features/appointments/tutor/hours-section.tsx"
import { ScreeningNote } from "#features/appointments/tutor/screening-note.tsx"
import { useTutorSessions } from "#features/appointments/tutor/sessions-api.ts"
import { SessionSections } from "#features/appointments/tutor/sessions-section.tsx"
import { SettingsSection } from "#features/appointments/tutor/settings-section.tsx"
import { WorkedSection } from "#features/appointments/tutor/worked-section.tsx"
import { LoadError } from "#features/members/load-error.tsx"
import { useTutorApp } from "#platform/app/app.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** The page of a tutor: the next session first, then the other sessions, open hours, settings, and the hours given. */
export function TutorPage() {
  const { data: tutor, error, refetch, dataUpdatedAt } = useOwnTutor()
  if (error && !tutor) return <LoadError error={error} again={refetch} />
  if (!tutor) return <Placeholder />
  const { settings, screenedUntil } = tutor
  return (
    <div className="grid gap-5">
      <ScreeningNote screenedUntil={screenedUntil} now={dataUpdatedAt} />
      {settings ? <Tutor settings={settings} /> : <FirstSettings />}
    </div>
  )
}

function FirstSettings() {
  return (
    <div className="tutor-first">
      <SettingsSection settings={null} />
    </div>
  )
}

function Tutor({ settings }: { readonly settings: TutorSettings }) {
  const { data: sessions, error, refetch } = useTutorSessions()
  const { timeZone } = settings
  return (
    <div className="sessions-page">
      <div>
        {sessions ? (
          <SessionSections sessions={sessions} zone={timeZone} />
        ) : error ? (
          <LoadError error={error} again={refetch} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
      <div>
        <HoursSection zone={timeZone} />
        <SettingsSection settings={settings} />
        <WorkedSection zone={timeZone} />
      </div>
    </div>
  )
}

function Placeholder() {
  const { t } = useTutorApp()
  return (
    <div className="grid gap-5" role="status">
      <span className="sr">{t("dashboard.loading")}</span>
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </div>
  )
}
