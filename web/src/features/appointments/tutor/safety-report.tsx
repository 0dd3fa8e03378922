import type { TutorSession } from "@haitech/contract/tutors"
import { useReportSession } from "#features/appointments/own-api.ts"
import { ReportSession } from "#features/appointments/report-session.tsx"
import { useTutorApp } from "#platform/app/app.tsx"

interface Props {
  readonly session: TutorSession
  readonly onDone: () => void
}

/** Tells the people who are responsible for safety about a session (docs/decisions/0069). */
export function SafetyReport({ session, onDone }: Props) {
  const { texts, language, lengths } = useTutorApp()
  const report = useReportSession()
  return (
    <ReportSession
      {...{ texts, language, lengths }}
      onReport={(written) => report(session.id, written)}
      onClose={onDone}
    />
  )
}
