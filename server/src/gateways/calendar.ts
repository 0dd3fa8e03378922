import type { Calendar, CalendarEvent } from "#platform/calendar.ts"
import { memoize } from "#platform/memoize.ts"

const ALARM_BEFORE_S = 3600

interface Organizer {
  readonly name: string
  readonly address: string
}

/** Writes calendar files whose organizer is the sender of our emails. Times are in UTC: every calendar shows its own. */
export function createCalendar(organizer: Organizer): Calendar {
  const load = memoize(() => import("ical-generator"))
  return {
    async render(event) {
      const library = await load()
      const method = event.isCancelled ? "CANCEL" : "REQUEST"
      const calendar = library.default({
        prodId: { company: onOneLine(organizer.name), product: "sessions" },
        method: library.ICalCalendarMethod[method],
      })
      calendar.createEvent({ ...fieldsOf(event), ...peopleOf(event, organizer, library), ...stateOf(event, library) })
      const bytes = Buffer.from(`${calendar.toString()}\r\n`)
      return { name: "session.ics", type: `text/calendar; charset=utf-8; method=${method}`, bytes }
    },
  }
}

type Library = typeof import("ical-generator")

function fieldsOf({ id, revision, stamp, startsAt, endsAt, summary, description, location, url }: CalendarEvent) {
  return {
    id,
    stamp,
    location,
    sequence: revision,
    start: startsAt,
    end: endsAt,
    summary: onOneLine(summary),
    description: printable(description),
    ...(url && { url }),
  }
}

/** Nobody has to answer: the student asked for the session, and the tutor gave the hour. */
function peopleOf({ attendee }: CalendarEvent, { name, address }: Organizer, { ICalAttendeeStatus }: Library) {
  return {
    organizer: { name: onOneLine(name), email: address },
    attendees: [{ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  }
}

function stateOf({ isCancelled, summary }: CalendarEvent, { ICalAlarmType, ICalEventStatus }: Library) {
  if (isCancelled) return { status: ICalEventStatus.CANCELLED }
  const description = onOneLine(summary)
  const alarm = { type: ICalAlarmType.display, triggerBefore: ALARM_BEFORE_S, description }
  return { status: ICalEventStatus.CONFIRMED, alarms: [alarm] }
}

/** A calendar file may hold no control characters but line breaks. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, " ")
}

function onOneLine(text: string): string {
  return printable(text).replaceAll("\n", " ")
}
