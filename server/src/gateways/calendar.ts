import type { Calendar, CalendarEvent, FeedEvent } from "#platform/calendar.ts"
import { memoize } from "#platform/memoize.ts"

const ALARM_BEFORE_S = 3600
const REFRESH_S = 3600

interface Organizer {
  readonly name: string
  readonly address: string
}

/** Writes calendar files whose organizer is the sender of our emails. Times are in UTC: every calendar shows its own. */
export function createCalendar(organizer: Organizer): Calendar {
  const load = memoize(() => import("ical-generator"))
  return {
    renderFeed: async (events) => renderFeed(organizer.name, events, await load()),
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

async function renderFeed(name: string, events: readonly FeedEvent[], library: Library) {
  const { ICalCalendarMethod, ICalEventStatus } = library
  const calendar = library.default({ name: onOneLine(name), method: ICalCalendarMethod.PUBLISH, ttl: REFRESH_S })
  for (const event of events) {
    const status = event.isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE
    calendar.createEvent({ ...timesOf(event), summary: onOneLine(event.summary), status })
  }
  return Buffer.from(`${calendar.toString()}\r\n`)
}

type Library = typeof import("ical-generator")

function fieldsOf({ summary, description, location, ...event }: CalendarEvent) {
  return { ...timesOf(event), location, summary: onOneLine(summary), description: printable(description) }
}

function timesOf({ id, revision, stamp, startsAt, endsAt, url }: Omit<FeedEvent, "isConfirmed" | "summary">) {
  return { id, stamp, sequence: revision, start: startsAt, end: endsAt, ...(url && { url }) }
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
