/** A session in somebody's calendar. All events with one `id` are the same one; the highest `revision` is valid. */
export interface CalendarEvent {
  readonly id: string
  readonly revision: number
  /** When this revision was written. */
  readonly stamp: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly summary: string
  readonly description: string
  readonly location: string | null
  /** The page that calendars show with the event. */
  readonly url?: string
  /** An email address. */
  readonly attendee: string
  readonly isCancelled: boolean
}

/** An attachment of an email. */
export interface CalendarFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface Calendar {
  /** @returns a calendar file (RFC 5545) that adds, changes or removes the event (RFC 5546) */
  render(event: CalendarEvent): Promise<CalendarFile>
}
