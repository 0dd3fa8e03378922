import type { OwnAppointment } from "@haitech/contract/appointments"
import { pathIn } from "@haitech/contract/languages"
import { useChangeSession, useReportSession, useSlots } from "#features/appointments/own-api.ts"
import { SampleSessions } from "#features/appointments/sample-sessions.tsx"
import { endOf, isComing, useNow } from "#features/appointments/session-times.ts"
import { SessionView } from "#features/appointments/session-view.tsx"
import { useWaiting } from "#features/appointments/use-waiting.ts"
import { useOwnAppointments } from "#features/members/api.ts"
import { LoadError } from "#features/members/load-error.tsx"
import { useScheduleApp } from "#platform/app/app.tsx"
import { Button, buttonClass } from "#ui/button.tsx"
import { CardSection } from "#ui/card-section.tsx"
import { Skeleton } from "#ui/skeleton.tsx"

/** Spec §2, D7: the member's own sessions, or samples, and the ways to book one. */
export function SchedulePage() {
  const { t, language, timeZone } = useScheduleApp()
  const { data: sessions, error, refetch } = useOwnAppointments()
  const waiting = useWaiting()
  const unsent = waiting && <waiting.WaitingRequests {...waiting} {...{ language, timeZone }} onSent={refetch} />
  if (error && !sessions)
    return (
      <>
        {unsent}
        <LoadError error={error} again={refetch} />
      </>
    )
  return (
    <div className="sessions-page">
      <div>
        {unsent}
        {sessions ? <Sessions sessions={sessions} /> : <Placeholder />}
      </div>
      <CardSection title={t("session.book")}>
        <Booking />
      </CardSection>
    </div>
  )
}

function Placeholder() {
  const { t } = useScheduleApp()
  return (
    <div role="status">
      <span className="sr">{t("dashboard.loading")}</span>
      <Skeleton className="h-64" />
    </div>
  )
}

function Sessions({ sessions }: { readonly sessions: readonly OwnAppointment[] }) {
  const { t, texts } = useScheduleApp()
  const now = useNow()
  const coming = sessions.filter((session) => isComing(session, now)).toSorted((a, b) => endOf(a) - endOf(b))
  const past = sessions.filter((session) => !coming.includes(session))
  return (
    <>
      <CardSection title={t("session.upcoming")}>
        {sessions.length === 0 && <SampleSessions texts={texts} />}
        {sessions.length > 0 && coming.length === 0 && <p className="text-muted">{t("session.nothing_planned")}</p>}
        <List sessions={coming} />
      </CardSection>
      {past.length > 0 && (
        <CardSection title={t("session.past")}>
          <List sessions={past} />
        </CardSection>
      )}
    </>
  )
}

function List({ sessions }: { readonly sessions: readonly OwnAppointment[] }) {
  const { texts, language, timeZone, lengths } = useScheduleApp()
  const change = useChangeSession()
  const report = useReportSession()
  return sessions.map((session) => (
    <SessionView
      key={session.id}
      {...{ texts, language, timeZone, lengths, session }}
      level="h3"
      change={(wanted) => change(session.id, wanted)}
      report={(wanted) => report(session.id, wanted)}
    />
  ))
}

const QUICK = [
  ["coding", "session.book_coding"],
  ["language", "session.book_language"],
  ["career", "session.book_career"],
] as const

/** The quick buttons lead to the form once an hour is open, or when nobody can tell. */
function Booking() {
  const { t, language, showToast } = useScheduleApp()
  const { data: slots, isPending, error } = useSlots()
  const form = pathIn(language, "/schedule")
  const isOpen = error !== null || slots?.some(({ places }) => places > 0) === true
  return (
    <div className="quick-sessions">
      {QUICK.map(([subject, label]) =>
        isOpen ? (
          <a key={subject} className={buttonClass("quiet")} href={`${form}?subject=${subject}`}>
            {t(label)}
          </a>
        ) : (
          <Button
            key={subject}
            look="quiet"
            disabled={isPending}
            onClick={() => showToast("success", t("session.soon_title"), t("session.soon"))}
          >
            {t(label)}
          </Button>
        ),
      )}
      <a className={buttonClass()} href={form}>
        {t("session.advanced")}
      </a>
    </div>
  )
}
