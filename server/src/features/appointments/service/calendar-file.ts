import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from "ical-generator"
import type { Deps } from "#deps.ts"
import { startOf } from "#features/appointments/rules/states.ts"
import type { AppointmentRow } from "#features/appointments/table.ts"

/** In seconds. */
const ALARM_BEFORE = 3600

export interface CalendarFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface CalendarTexts {
  readonly summary: string
  readonly description: string
  readonly meetingUrl: string | null
  /** Shown by calendars as the event's page. */
  readonly url?: string
}

/**
 * The session as a calendar file (RFC 5545, RFC 5546) for one recipient. All files of a session name the same event, so
 * that a later one replaces or removes it. Null when no calendar knows of the session, because it never was approved.
 */
export function calendarFile(
  { mailFrom, now, site }: Pick<Deps, "mailFrom" | "now" | "site">,
  row: AppointmentRow,
  recipient: string,
  method: "REQUEST" | "CANCEL",
  texts: CalendarTexts,
): CalendarFile | null {
  if (row.calendarEventId === null) return null
  const isCancelled = method === "CANCEL"
  const summary = printable(texts.summary).replaceAll("\n", " ")
  const calendar = ical({
    prodId: { company: printable(site.name), product: "sessions" },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  const event: ICalEventData = {
    id: row.calendarEventId,
    sequence: row.revision,
    stamp: now(),
    start: startOf(row),
    end: row.endsAt,
    summary,
    description: printable(texts.description),
    organizer: { name: printable(site.name), email: mailFrom },
    attendees: [{ email: recipient, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(texts.meetingUrl && { location: texts.meetingUrl }),
    ...(texts.url && { url: texts.url }),
    ...(!isCancelled && {
      alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM_BEFORE, description: summary }],
    }),
  }
  calendar.createEvent(event)
  const bytes = Buffer.from(`${calendar.toString()}\r\n`)
  return { name: "session.ics", type: `text/calendar; charset=utf-8; method=${method}`, bytes }
}

/** Control characters other than line breaks are not allowed in a calendar file. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, " ")
}
