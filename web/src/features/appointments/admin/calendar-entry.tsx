import { formatHour } from "@haitech/contract/clock"
import { useAdminApp } from "#platform/app/app.tsx"
import { entryOf } from "#platform/i18n/entry-of.ts"
import type { CalendarEntry } from "./entries.ts"
import { SESSION_TYPES, STATUSES, SUBJECTS } from "./labels.ts"

interface Props {
  readonly entry: CalendarEntry
  readonly isOpen: boolean
  /** The request that the keys act on. */
  readonly isCurrent?: boolean
  readonly onOpen: (entry: CalendarEntry) => void
  /** The hour is not visible elsewhere. */
  readonly showsTime?: boolean
}

/** Opens a session or an open hour. Colour tells the subject, a dashed edge a request. */
export function EntryButton({ entry, isOpen, isCurrent = false, onOpen, showsTime = false }: Props) {
  const { t, language, timeZone } = useAdminApp()
  const texts = useEntryTexts()
  const time = formatHour(language, entry.startsAt, timeZone)
  const { title, about, state } = texts(entry)
  return (
    <button
      type="button"
      className={`entry ${entryClass(entry)}${isCurrent ? " current" : ""}`}
      data-record={entry.id}
      aria-current={isOpen ? "true" : undefined}
      title={`${time}, ${title}, ${about}`}
      onClick={() => onOpen(entry)}
    >
      {showsTime && <time>{time}</time>}
      <strong>{title}</strong>
      <span className="entry-about">{about}</span>
      <span className="sr">
        {!showsTime && ` ${time} `}
        {t("admin.until", { time: formatHour(language, entry.endsAt, timeZone) })}, {state}
      </span>
    </button>
  )
}

/** The name, what and with whom, and the state of a session or an open hour. */
function useEntryTexts() {
  const { t, label } = useAdminApp()
  return (entry: CalendarEntry) => {
    if (entry.kind === "session") {
      const { studentName, subject, tutorName, status, sessionType } = entry.session
      const kind = sessionType === "mentoring" ? label(SESSION_TYPES, sessionType) : label(SUBJECTS, subject)
      return { title: studentName, about: [kind, tutorName].filter(Boolean).join(", "), state: label(STATUSES, status) }
    }
    const { isAvailable, maxBookings, currentBookings, tutorName } = entry.slot
    const title = isAvailable ? t("admin.slot_open") : t("admin.slot_closed")
    const places = maxBookings > 1 ? t("admin.slot_taken", { taken: currentBookings, places: maxBookings }) : ""
    return { title, about: [tutorName, places].filter(Boolean).join(", ") || t("admin.tutor_none"), state: title }
  }
}

const SUBJECT_COLORS = { coding: "coding", language: "language", career: "care", general: "general" } as const

export function entryClass(entry: CalendarEntry): string {
  return `${stateClass(entry)}${entry.isPast ? " past" : ""}`
}

function stateClass(entry: CalendarEntry): string {
  if (entry.kind === "slot") return entry.slot.isAvailable ? "open" : "open shut"
  const { status, sessionType, subject } = entry.session
  if (status === "pending") return "asked"
  if (status === "no_show") return "missed"
  return sessionType === "mentoring" ? "care" : (entryOf(SUBJECT_COLORS, subject) ?? "general")
}
