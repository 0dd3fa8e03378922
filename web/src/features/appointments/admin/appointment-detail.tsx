import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { cityOf } from "@haitech/contract/clock"
import { Suspense, useRef } from "react"
import { useAdminApp } from "#platform/app/app.tsx"
import { ErrorBoundary } from "#platform/app/error-boundary.tsx"
import { lazyPage } from "#platform/app/lazy-page.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import { formatWhen } from "#platform/i18n/when.ts"
import { AppLink } from "#platform/navigation/app-link.tsx"
import { Chip } from "#ui/chip.tsx"
import { SelectField } from "#ui/field.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import { onOtherClock } from "./day-names.ts"
import { startOf } from "./entries.ts"
import { FeedbackForm } from "./feedback-form.tsx"
import { PRIORITIES, SESSION_TYPES, STATUSES, SUBJECTS } from "./labels.ts"
import { NotesForm } from "./notes-form.tsx"
import { SessionActions } from "./session-actions.tsx"
import { useTutors } from "./slots-api.ts"
import { useNow } from "./use-now.ts"
import { useSessionChange } from "./use-session-change.ts"
import { useTutorLabel } from "./use-tutor-label.ts"

const TutorMatches = lazyPage("admin-matching", async () => (await import("./tutor-matches.tsx")).TutorMatches)

/** A session with all that staff can do about it. */
export function AppointmentDetail({ appointment }: { readonly appointment: AppointmentRecord }) {
  const { t, label } = useAdminApp()
  const now = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, studentName, description, status, priority } = appointment
  const hasBegun = Date.parse(startOf(appointment)) <= now.getTime()
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {studentName}
      </h2>
      <p className="admin-chips" role="status">
        <Chip tone={entryOf(STATUSES, status)?.tone ?? "plain"}>{label(STATUSES, status)}</Chip>
        {priority === "high" && <Chip tone="bad">{t("admin.urgent")}</Chip>}
      </p>
      <Facts appointment={appointment} />
      {description && <p className="admin-words">{description}</p>}
      <SessionActions session={appointment} now={now} />
      <TutorSelect session={appointment} />
      {status === "pending" && appointment.tutorId === null && !hasBegun && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={<Skeleton className="h-32" />}>
            <TutorMatches id={id} />
          </Suspense>
        </ErrorBoundary>
      )}
      <NotesForm key={appointment.adminNotes} session={appointment} />
      {(status === "completed" || (status === "approved" && hasBegun)) && <FeedbackForm id={id} />}
      <p>
        <AppLink to={`/history?about=${id}`}>{t("admin.history_about")}</AppLink>
      </p>
    </>
  )
}

function Facts({ appointment }: { readonly appointment: AppointmentRecord }) {
  const { t, label, language, timeZone } = useAdminApp()
  const { studentEmail, sessionType, subject, duration, priority, createdAt, meetingUrl, slotId } = appointment
  const [start, studentZone] = [startOf(appointment), appointment.timeZone]
  return (
    <dl className="admin-facts">
      <dt>{t("form.email")}</dt>
      <dd>
        <a href={`mailto:${studentEmail}`}>{studentEmail}</a>
      </dd>
      <dt>{t("admin.subject")}</dt>
      <dd>
        {label(SESSION_TYPES, sessionType)}, {label(SUBJECTS, subject)}
      </dd>
      <dt>{t("admin.wanted")}</dt>
      <dd>
        {formatWhen(language, start, timeZone).exact} ({cityOf(timeZone)}) ·{" "}
        {t("schedule.minutes", { minutes: duration })}
        {studentZone && studentZone !== timeZone && (
          <span className="block text-muted">
            {t("admin.student_time", onOtherClock(language, start, studentZone, timeZone))}
          </span>
        )}
      </dd>
      <dt>{t("admin.priority")}</dt>
      <dd>{label(PRIORITIES, priority)}</dd>
      <dt>{t("admin.written")}</dt>
      <dd>{formatWhen(language, createdAt, timeZone).exact}</dd>
      {meetingUrl && (
        <>
          <dt>{t("admin.meeting")}</dt>
          <dd>
            <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
              {meetingUrl.replace("https://", "")}
            </a>
          </dd>
        </>
      )}
      {slotId && (
        <>
          <dt>{t("admin.open_hour")}</dt>
          <dd>
            <AppLink to={`/calendar?slot=${slotId}`}>{t("admin.slot_see")}</AppLink>
          </dd>
        </>
      )}
    </dl>
  )
}

/** Gives the session to a tutor at once; another session of the tutor at that time refuses it. */
function TutorSelect({ session }: { readonly session: AppointmentRecord }) {
  const { t } = useAdminApp()
  const { data: tutors = [] } = useTutors()
  const { change, isChanging } = useSessionChange(session)
  const labelOf = useTutorLabel()
  const { tutorId, tutorName, status } = session
  if (status !== "pending" && status !== "approved" && tutorId === null) return null
  const isListed = tutorId === null || tutors.some(({ userId }) => userId === tutorId)
  return (
    <SelectField
      label={t("admin.tutor")}
      value={tutorId ?? ""}
      disabled={isChanging("tutorId")}
      onChange={({ currentTarget: { value } }) =>
        void change({ tutorId: tutors.find(({ userId }) => userId === value)?.userId ?? null })
      }
    >
      <option value="">{t("admin.tutor_none")}</option>
      {!isListed && <option value={tutorId}>{tutorName}</option>}
      {tutors.map((tutor) => (
        <option key={tutor.userId} value={tutor.userId}>
          {labelOf(tutor)}
        </option>
      ))}
    </SelectField>
  )
}
