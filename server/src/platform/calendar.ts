/** A session in a calendar. All events with one `id` are the same one; the highest `revision` is valid. */
export interface CalendarEvent {
  readonly id: string
  readonly revision: number
  readonly stamp: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly summary: string
  readonly description: string
  readonly location: string | null
  /** The page that calendars show with the event. */
  readonly url?: string
  readonly attendee: string
  readonly isCancelled: boolean
}

export interface CalendarFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A session in a private calendar, which other people's programs read. */
export type FeedEvent = Pick<CalendarEvent, "id" | "revision" | "stamp" | "startsAt" | "endsAt" | "summary" | "url"> & {
  readonly isConfirmed: boolean
}

export interface Calendar {
  /** @returns a calendar file that a program reads again every hour */
  renderFeed(events: readonly FeedEvent[]): Promise<Uint8Array<ArrayBuffer>>
  /** @returns a calendar file (RFC 5545) that adds, changes or removes the event (RFC 5546) */
  render(event: CalendarEvent): Promise<CalendarFile>
}
