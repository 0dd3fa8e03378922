import type { AppointmentRecord } from "@haitech/contract/admin/appointments"
import { cityOf } from "@haitech/contract/clock"
import { type FocusEvent, useEffect, useId, useRef } from "react"
import { useLoadError } from "#platform/admin/use-load-error.ts"
import { useAdminApp } from "#platform/app/app.tsx"
import { formatNumber } from "#platform/i18n/numbers.ts"
import { AdminIcon } from "#ui/admin-icon.tsx"
import { Chip } from "#ui/chip.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { LoadFailed } from "#ui/load-failed.tsx"
import { initials } from "#ui/portrait.tsx"
import { Skeleton } from "#ui/skeleton.tsx"
import type { useRequests } from "./api.ts"
import { formatAge, formatShortTime, onOtherClock } from "./day-names.ts"
import { startOf } from "./entries.ts"
import { GoogleNote } from "./google-note.tsx"
import { SESSION_TYPES, SUBJECTS } from "./labels.ts"
import { SessionActions } from "./session-actions.tsx"

interface Props {
  readonly requests: readonly AppointmentRecord[]
  readonly query: ReturnType<typeof useRequests>
  readonly currentId: string | undefined
  readonly now: Date
  readonly onCurrent: (id: string) => void
  readonly onOpen: (session: AppointmentRecord) => void
}

/** What waits for approval, urgent requests first, and the note of spec §2. */
export function RequestsPanel({ requests, query: { data, error, refetch }, ...cards }: Props) {
  const { t, language } = useAdminApp()
  const loadError = useLoadError()
  const id = useId()
  const { panel, rememberFocus } = useFocusAfterChange(requests.length)
  return (
    <section ref={panel} className="requests" aria-labelledby={id} onFocusCapture={rememberFocus}>
      <header>
        <h2 id={id} tabIndex={-1}>
          {t("admin.to_approve")}
        </h2>
        {requests.length > 0 && (
          <p>{t("admin.to_approve_count", { count: formatNumber(language, data?.total ?? requests.length) })}</p>
        )}
      </header>
      {error && !data && <LoadFailed {...loadError(error, refetch)} />}
      {!error && !data && <Skeleton className="m-4 h-32" />}
      {data && requests.length === 0 && <EmptyState symbol="sun" sentence={t("admin.to_approve_empty")} />}
      <ol>
        {requests.map((session) => (
          <RequestCard key={session.id} session={session} {...cards} />
        ))}
      </ol>
      <footer>
        <AdminIcon name="calendar" />
        <GoogleNote />
      </footer>
    </section>
  )
}

/** When the focused request leaves the panel, the next one has the focus, or the heading where none is left. */
function useFocusAfterChange(count: number) {
  const panel = useRef<HTMLElement>(null)
  const position = useRef(-1)
  const cards = () => [...(panel.current?.querySelectorAll<HTMLElement>("[data-request]") ?? [])]
  useEffect(() => {
    const { activeElement, body } = document
    if (position.current === -1 || (activeElement !== body && activeElement !== null)) return
    const card = cards().at(Math.min(position.current, count - 1))
    const next = count > 0 ? card?.querySelector<HTMLElement>("button") : panel.current?.querySelector("h2")
    next?.focus()
  }, [count])
  return {
    panel,
    rememberFocus({ target }: FocusEvent<HTMLElement>) {
      position.current = cards().findIndex((card) => card.contains(target))
    },
  }
}

interface CardProps extends Pick<Props, "currentId" | "now" | "onCurrent" | "onOpen"> {
  readonly session: AppointmentRecord
}

function RequestCard({ session, currentId, now, onCurrent, onOpen }: CardProps) {
  const { t, label, language, timeZone } = useAdminApp()
  const { id, studentName, studentEmail, sessionType, subject, duration, priority, description, createdAt } = session
  const [start, studentZone] = [startOf(session), session.timeZone]
  return (
    <li
      className={id === currentId ? "request current" : "request"}
      data-request={id}
      onFocusCapture={() => onCurrent(id)}
    >
      <div className="request-head">
        <span className="request-face" aria-hidden="true">
          {initials(studentName)}
        </span>
        <button type="button" onClick={() => onOpen(session)}>
          <strong>{studentName}</strong>
          <span>
            {label(SESSION_TYPES, sessionType)}, {label(SUBJECTS, subject)}, {t("admin.minutes", { minutes: duration })}
          </span>
        </button>
        {priority === "high" ? (
          <Chip tone="bad">{t("admin.priority_high")}</Chip>
        ) : (
          <Chip>
            <span className="sr">{t("admin.waits_since")} </span>
            {formatAge(language, createdAt, now)}
          </Chip>
        )}
      </div>
      <p className="request-time">
        {formatShortTime(language, start, timeZone)} {cityOf(timeZone)}
        <span>
          {studentZone && studentZone !== timeZone
            ? t("admin.student_time", onOtherClock(language, start, studentZone, timeZone))
            : ""}
          <a href={`mailto:${studentEmail}`}>
            {t("admin.contact_student")} <span className="sr">{studentName}</span>
          </a>
        </span>
      </p>
      {description && <p className="request-words">{description}</p>}
      <SessionActions session={session} now={now} isCard />
    </li>
  )
}
