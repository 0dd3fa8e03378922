import type { TutorSession } from "@haitech/contract/tutors"
import { isComing, startOf, useNow } from "#features/appointments/session-times.ts"
import { useTutorApp } from "#platform/app/app.tsx"
import { BusyButton } from "#ui/busy-button.tsx"
import { CardSection } from "#ui/card-section.tsx"
import { Icon } from "#ui/icon.tsx"
import { useOwnSlots } from "./api.ts"
import { TutorSessionView } from "./tutor-session.tsx"
import { useLazyForm } from "./use-lazy-form.ts"

const WEEK_MS = 7 * 86_400_000

interface Props {
  readonly sessions: readonly TutorSession[]
  readonly zone: string
}

/** The next session first, then those to report, the others to come, and the past. */
export function SessionSections({ sessions, zone }: Props) {
  const { t } = useTutorApp()
  const now = useNow()
  const coming = sessions.filter((session) => isComing(session, now))
  const next = coming.find(({ status }) => status === "approved")
  const others = coming.filter((session) => session !== next)
  const past = sessions.filter((session) => !isComing(session, now))
  const toReport = past.filter(({ status }) => status === "approved")
  const ended = past.filter(({ status }) => status !== "approved")
  return (
    <>
      <CardSection title={t("tutor.next")}>
        {next ? (
          <TutorSessionView session={next} zone={zone} isNext>
            <Report session={next} />
          </TutorSessionView>
        ) : (
          <NoSession />
        )}
      </CardSection>
      {toReport.length > 0 && (
        <CardSection title={t("tutor.to_report")}>
          <Reportable sessions={toReport} zone={zone} />
        </CardSection>
      )}
      {coming.length > 0 && (
        <CardSection title={t("tutor.sessions")}>
          <Coming sessions={others} zone={zone} now={now} />
        </CardSection>
      )}
      {ended.length > 0 && (
        <details className="card tutor-past">
          <summary>
            {t("tutor.past")}
            <Icon name="down" />
          </summary>
          <Reportable sessions={ended} zone={zone} />
        </details>
      )}
    </>
  )
}

function NoSession() {
  const { t } = useTutorApp()
  const { data } = useOwnSlots()
  const hasHours = data?.pages.some(({ rows }) => rows.some(({ isAvailable }) => isAvailable)) === true
  return (
    <>
      <p className="lead">{t("tutor.next_none")}</p>
      <p className="mt-2 text-muted">{t(hasHours ? "tutor.next_wait" : "tutor.next_open")}</p>
    </>
  )
}

function Coming({ sessions, zone, now }: Props & { readonly now: number }) {
  const { t } = useTutorApp()
  if (sessions.length === 0) return <p className="text-muted">{t("tutor.sessions_none")}</p>
  const isSoon = (session: TutorSession) => Date.parse(startOf(session)) < now + WEEK_MS
  const groups = [
    [t("tutor.this_week"), sessions.filter(isSoon)],
    [t("tutor.later"), sessions.filter((session) => !isSoon(session))],
  ] as const
  return groups.map(
    ([label, rows]) =>
      rows.length > 0 && (
        <section key={label} className="tutor-group" aria-label={label}>
          <p className="small strong text-muted">{label}</p>
          {rows.map((session) => (
            <TutorSessionView key={session.id} session={session} zone={zone} />
          ))}
        </section>
      ),
  )
}

function Reportable({ sessions, zone }: Props) {
  return sessions.map((session) => (
    <TutorSessionView key={session.id} session={session} zone={zone}>
      <Report session={session} />
    </TutorSessionView>
  ))
}

/** What the tutor says of a session that has begun. */
function Report({ session }: { readonly session: TutorSession }) {
  const { t } = useTutorApp()
  const { Form, isLoading, open, close } = useLazyForm(async () => (await import("./report-form.tsx")).ReportForm)
  if (!session.canReport) return null
  if (Form) return <Form session={session} onDone={close} />
  return (
    <div>
      <BusyButton
        isBusy={isLoading}
        compact
        look={session.status === "approved" ? "primary" : "quiet"}
        onClick={() => void open()}
      >
        {t(session.report ? "tutor.report_change" : "tutor.report")}
      </BusyButton>
    </div>
  )
}
