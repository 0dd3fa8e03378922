/** A session in an external calendar. The database stays the truth: the calendar shows it, and its changes are read back. */
export interface ExternalEvent {
  /** The appointment's UUID. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly location: string | null
  readonly startsAt: Date
  readonly endsAt: Date
}

/** What the calendar says now about an event of ours; the times are null when it was deleted there. */
export interface EventChange {
  readonly id: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

export interface EventChanges {
  readonly changes: readonly EventChange[]
  readonly syncToken: string
  /** Whether these are all events: the calendar no longer knew the token. */
  readonly isComplete: boolean
}

export interface ExternalCalendar {
  /** Creates the event, or replaces the one with its id. @returns the calendar's own id of it */
  putEvent(event: ExternalEvent): Promise<string>
  /** Without effect when there is no such event. */
  deleteEvent(id: string): Promise<void>
  /** Since the token of the last read, or all without one. */
  readChanges(syncToken: string | null): Promise<EventChanges>
}
