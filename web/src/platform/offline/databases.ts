export const EVENT_DATABASE = "learning"
/** What waits to be sent, beside events. */
export const OUTBOX_DATABASE = "outbox"
